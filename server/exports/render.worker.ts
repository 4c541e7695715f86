import type { SermonDocument } from "../../shared/sermon-document.ts";
import type { DocumentLayout } from "./layout.ts";

export interface RenderTask {
  format: "pdf" | "docx";
  document: SermonDocument;
  layout: DocumentLayout;
}

/** Worker thread that typesets, one document at a time: a quarter of a second of computing for a long sermon. */
export default async function work({ format, document, layout }: RenderTask): Promise<Uint8Array> {
  // Each library is loaded when it is first needed.
  if (format === "docx") return (await import("./docx.ts")).renderDocx(document, layout);
  return (await import("./pdf.ts")).renderPdf(document, layout);
}
