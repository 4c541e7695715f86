import type { ReactNode } from "react";
import { Screen } from "../../shell/screen.tsx";

interface InPreparationProps {
  title: string;
  /** What the page will be for, in one sentence. */
  lead: string;
  /** How to do its work until then. */
  workarounds: readonly [key: string, line: ReactNode][];
}

/** Placeholder of a page that is not built yet; says how to do its work until then. */
export function InPreparation({ title, lead, workarounds }: InPreparationProps) {
  return (
    <Screen title={title} lead={lead}>
      <section className="grid max-w-measure gap-3 border-t pt-6">
        <h2 className="text-xl">Until then</h2>
        <ul className="grid list-disc gap-3 pl-5 marker:text-muted-foreground">
          {workarounds.map(([key, line]) => (
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
