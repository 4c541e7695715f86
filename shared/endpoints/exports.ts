import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

export const PAPERS = ["a4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];

const id = z.uuid();
const paper = z._default(z.enum(PAPERS), "a4");
const largePrint = z._default(z.boolean(), false);

export const exportSermon = defineEndpoint({
  name: "export-sermon",
  caller: "member",
  body: z.object({ sermonId: id, format: z.enum(["pdf", "docx"]), paper, largePrint }),
  answer: null,
  /** A Word file has a type of its own. */
  streams: "application/pdf",
});
