import type { ReactNode } from "react";

interface ScreenProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** Page frame in the app: title, lead and content. */
export function Screen({ title, lead, children }: ScreenProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {lead ? <p className="max-w-measure text-lg text-muted-foreground">{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
