import type { ReactNode } from "react";
import { ILLUSTRATION_SIZE, type PreviewName } from "../../../shared/previews.ts";

interface ArticleProps {
  title: string;
  lead: ReactNode;
  /** A picture beside the lead on wide screens. */
  picture?: PreviewName;
  children: ReactNode;
}

/** Page frame of the marketing pages other than the landing page. */
export function Article({ title, lead, picture, children }: ArticleProps) {
  return (
    <div className="page grid gap-12 py-12 md:gap-16 md:py-20">
      <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,34rem)_1fr] lg:gap-16">
        <div className="grid max-w-measure gap-4">
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          <p className="text-lg text-muted-foreground">{lead}</p>
        </div>
        {picture ? (
          <img
            src={`/previews/${picture}.webp`}
            alt=""
            {...ILLUSTRATION_SIZE}
            loading="lazy"
            className="hidden aspect-[16/10] w-full rounded-md object-cover lg:block"
          />
        ) : null}
      </div>
      {children}
    </div>
  );
}
