import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** Content behind a label, hidden until the label is clicked. */
export function Collapsible({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 text-muted-foreground [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {children}
    </details>
  );
}
