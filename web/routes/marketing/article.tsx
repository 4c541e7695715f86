import type { ReactNode } from "react";
import { ILLUSTRATION_SIZE, type PreviewName } from "../../../shared/previews.ts";

interface ArticleProps {
  title: string;
  lead: ReactNode;
  /** A picture beside the lead where there is room for both. */
  plate?: PreviewName;
  children: ReactNode;
}

/** The frame of a marketing page below the landing page. */
export function Article({ title, lead, plate, children }: ArticleProps) {
  return (
    <div className="page grid gap-12 py-12 md:gap-16 md:py-20">
      <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,34rem)_1fr] lg:gap-16">
        <div className="grid max-w-measure gap-4">
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          <p className="text-lg text-muted-foreground">{lead}</p>
        </div>
        {plate ? (
          <img
            src={`/previews/${plate}.webp`}
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
