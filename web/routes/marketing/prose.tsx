import type { ReactNode } from "react";

/** Running text: headings, paragraphs and lists at reading width. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="grid max-w-measure gap-4 [&_h2]:mt-6 [&_h2]:text-2xl [&_h2]:first:mt-0 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">
      {children}
    </div>
  );
}
