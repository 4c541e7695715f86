import * as z from "zod/mini";

/** The services that receive what people write, by public name ("OpenAI"); null where the work is done on this server. */
export const disclosure = z.object({
  /** Changes when the services change; consent to an older version is then asked for again. */
  version: z.string(),
  /** Receives the topic. */
  writer: z.nullable(z.string()),
  /** Receives the sermon's text. */
  voice: z.nullable(z.string()),
  /** Receives a scene and a mood, never the person's words: no consent needed, but it is disclosed. */
  image: z.nullable(z.string()),
});
export type Disclosure = z.infer<typeof disclosure>;

/** The `kind` of this consent in `public.consents`. */
export const REMOTE_AI = "remote_ai";
