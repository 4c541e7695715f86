import { createHash } from "node:crypto";
import { exportBook as endpoint } from "../../shared/endpoints/exports.ts";
import { implement, Streamed } from "../endpoints/implement.ts";
import { renderEpub } from "./epub.ts";
import { findSermons } from "./find-sermons.ts";

/** A UUID (version 8, RFC 9562) of these sermons in this order: a reader that gets the book again replaces it. */
function bookId(ids: readonly string[]): string {
  const hex = createHash("sha256").update(ids.join(" ")).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** POST export-book: sermons of the caller's as one EPUB, in the order of their ids. */
export const exportBook = implement(endpoint, async ({ context, caller, body, reply }) => {
  const chapters = await findSermons(context, caller, body.sermonIds);
  const book = await renderEpub({ id: bookId(body.sermonIds), title: body.title, chapters, modified: new Date() });
  reply.header("content-type", endpoint.streams).header("content-disposition", 'attachment; filename="sermons.epub"');
  return new Streamed(reply.send(book));
});
