import { createHash, randomBytes } from "node:crypto";
import * as endpoints from "../../shared/endpoints/podcast.ts";
import { implement } from "../endpoints/implement.ts";
import { storeSecret } from "./feeds.privileged.ts";

/** 256 bits. */
const SECRET_BYTES = 32;

export const secretDigest = (secret: string): Buffer => createHash("sha256").update(secret).digest();
export const feedAddress = (publicUrl: string, secret: string): string => `${publicUrl}/podcast/${secret}/feed.xml`;

/** POST open-podcast-feed: gives the caller's feed a new address; one that it had stops working. Only its digest is stored. */
export const openPodcastFeed = implement(endpoints.openPodcastFeed, async ({ context, userId }) => {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await storeSecret(context.db, userId, secretDigest(secret));
  return { address: feedAddress(context.publicUrl, secret) };
});
