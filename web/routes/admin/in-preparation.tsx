import type { ReactNode } from "react";
import { Screen } from "../../shell/screen.tsx";

interface InPreparationProps {
  title: string;
  /** What the page will be for, in one sentence. */
  lead: string;
  /** What can be done without it. */
  today: readonly [key: string, line: ReactNode][];
}

/** A page whose work is still done elsewhere, and says where. */
export function InPreparation({ title, lead, today }: InPreparationProps) {
  return (
    <Screen title={title} lead={lead}>
      <section className="grid max-w-measure gap-3 border-t pt-6">
        <h2 className="text-xl">Until then</h2>
        <ul className="grid list-disc gap-3 pl-5 marker:text-muted-foreground">
          {today.map(([key, line]) => (
            <li key={key}>{line}</li>
          ))}
        </ul>
      </section>
    </Screen>
  );
}

export function Command({ children }: { children: string }) {
  return <code className="rounded-sm bg-muted px-1.5 py-0.5 font-mono text-sm wrap-anywhere">{children}</code>;
}
