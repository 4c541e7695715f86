import * as z from "zod/mini";
import { TRANSLATIONS } from "./sermon.ts";

/** Response of `GET /scripture/{translation}/{book}/{chapter}.json`: the exact text of one chapter. `book` is an OSIS id, `name` the printed name. */
export const chapter = z.object({
  translation: z.enum(TRANSLATIONS),
  book: z.string(),
  name: z.string(),
  chapter: z.number(),
  verses: z.array(z.object({ verse: z.number(), text: z.string() })),
});
export type Chapter = z.infer<typeof chapter>;
