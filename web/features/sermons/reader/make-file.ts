import { webVtt } from "../../../../shared/captions.ts";
import { exportBook, exportSermon, type Paper } from "../../../../shared/endpoints/exports.ts";
import { readDocument } from "../../../../shared/sermon-document.ts";
import { documentMarkdown } from "../../../../shared/sermon-markdown.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";

export type FileKind = "pdf" | "large-print" | "docx" | "epub" | "markdown" | "captions";

export interface FileRequest {
  id: string | null;
  content: string;
  createdAt: string | undefined;
  paper: Paper;
  /** Fetched when captions are asked for. */
  timings: () => Promise<Timings>;
}

/** A sermon in another format. Print formats are typeset by the server, the others are made here. Rejects when it can't be made. */
export async function makeFile(kind: FileKind, request: FileRequest): Promise<{ content: Blob; extension: string }> {
  const { id, content, createdAt, paper } = request;
  if (kind === "markdown") {
    const text = documentMarkdown(readDocument(content, createdAt ? { date: createdAt } : {}));
    return { content: new Blob([text], { type: "text/markdown" }), extension: "md" };
  }
  if (kind === "captions") {
    const text = webVtt(content, await request.timings());
    if (text === null) throw new Error("the times are not those of this text");
    return { content: new Blob([text], { type: "text/vtt" }), extension: "vtt" };
  }
  if (id === null) throw new Error("the sermon is not saved");
  if (kind === "epub") {
    const book = await fetchFile(exportBook, { sermonIds: [id] });
    return { content: await book.blob(), extension: "epub" };
  }
  const format = kind === "docx" ? "docx" : "pdf";
  const response = await fetchFile(exportSermon, { sermonId: id, format, paper, largePrint: kind === "large-print" });
  return { content: await response.blob(), extension: format };
}
