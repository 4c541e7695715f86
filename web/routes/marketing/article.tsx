import type { ReactNode } from "react";

interface ArticleProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The frame of a marketing page below the landing page. */
export function Article({ title, lead, children }: ArticleProps) {
  return (
    <div className="page grid gap-12 py-12 md:gap-16 md:py-20">
      <div className="grid max-w-measure gap-4">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="text-lg text-muted-foreground">{lead}</p>
      </div>
      {children}
    </div>
  );
}
