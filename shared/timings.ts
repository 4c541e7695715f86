import * as z from "zod/mini";

const span = z.tuple([z.number().check(z.nonnegative()), z.number().check(z.nonnegative())]);

/**
 * Word timings of a spoken sermon, stored as JSON beside the MP3. Seconds from the start of the audio.
 * `sentences` are in the order of `spokenSentences(readSermon(content))`, `words` in the order of each sentence's words.
 * `words` is empty when the voice engine gives no word times.
 */
export const timings = z.object({
  version: z.literal(1),
  seconds: z.number().check(z.positive()),
  sentences: z.array(
    z.object({ start: z.number().check(z.nonnegative()), end: z.number().check(z.nonnegative()), words: z.array(span) }),
  ),
});
export type Timings = z.infer<typeof timings>;
