import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

export const PAPERS = ["a4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];

const paper = z._default(z.enum(PAPERS), "a4");
const largePrint = z._default(z.boolean(), false);

export const exportSermon = defineEndpoint({
  name: "export-sermon",
  caller: "member",
  body: z.object({ sermonId: z.uuid(), format: z.enum(["pdf", "docx"]), paper, largePrint }),
  answer: null,
  /** A Word file has a type of its own. */
  streams: "application/pdf",
});

/** Sermons of one book; their pictures are read one after the other. */
export const BOOK_MAX_SERMONS = 50;

export const exportBook = defineEndpoint({
  name: "export-book",
  caller: "member",
  /** In the order of the book; each of them once. */
  body: z.object({
    sermonIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(BOOK_MAX_SERMONS)),
    /** Of the book; else that of its one sermon, or what they are. */
    title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
  }),
  answer: null,
  streams: "application/epub+zip",
});
