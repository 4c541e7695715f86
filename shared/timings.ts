import { z } from "zod";

const span = z.tuple([z.number().nonnegative(), z.number().nonnegative()]);

/**
 * Word timings of a spoken sermon, stored as JSON beside the MP3. Seconds from the start of the audio.
 * `sentences` are in the order of `spokenSentences(readSermon(content))`, `words` in the order of each sentence's words.
 * A voice that gives no word times leaves `words` empty.
 */
export const timings = z.object({
  version: z.literal(1),
  seconds: z.number().positive(),
  sentences: z.array(z.object({ start: z.number().nonnegative(), end: z.number().nonnegative(), words: z.array(span) })),
});
export type Timings = z.infer<typeof timings>;
