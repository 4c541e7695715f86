import type { ReactNode } from "react";

/** Styles headings, paragraphs and lists of long text. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="grid max-w-measure gap-4 [&_h2]:mt-8 [&_h2]:scroll-mt-6 [&_h2]:text-2xl [&_h2]:first:mt-0 [&_h3]:mt-2 [&_h3]:text-lg [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-muted-foreground">
      {children}
    </div>
  );
}

/** Date of a legal page's last change. */
export function LastChanged({ date }: { date: string }) {
  const formatted = new Date(date).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return (
    <p className="text-sm text-muted-foreground">
      Last changed on <time dateTime={date}>{formatted}</time>.
    </p>
  );
}
