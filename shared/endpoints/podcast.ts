import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

export const openPodcastFeed = defineEndpoint({
  name: "open-podcast-feed",
  caller: "member",
  body: z.object({}),
  /** The address holds the secret, and is shown this once. */
  answer: z.object({ address: z.string() }),
});
