import type { ReactNode } from "react";

interface ScreenProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The frame of a screen in the app: its name, what it is for, and its content. */
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
