import * as z from "zod/mini";

/** Who gets what people write, as they know them ("OpenAI"); null where it is done on this machine. */
export const disclosure = z.object({
  /** What is agreed to: it changes with whoever gets the words, and consent is then asked for anew. */
  version: z.string(),
  /** Gets the topic. */
  writer: z.nullable(z.string()),
  /** Gets the sermon's text. */
  voice: z.nullable(z.string()),
  /** Gets a scene and a mood, never words of the person's: that needs no consent, but is told. */
  image: z.nullable(z.string()),
});
export type Disclosure = z.infer<typeof disclosure>;

/** The kind of `public.consents` that it is agreed to under. */
export const REMOTE_AI = "remote_ai";
