import { createHmac, randomBytes } from "node:crypto";

/** A network's further plays of a link within this time are the same listening. */
const SAME_LISTENING_MS = 60 * 60_000;
/** Bounds the memory: with more, the oldest are forgotten. */
const MOST = 20_000;

/** Whether a request asks for the beginning of a recording, as a player does that starts. Two bytes are a browser's question whether it can seek. */
export function isBeginning(range: string | undefined): boolean {
  if (range === undefined) return true;
  const [, last] = /^bytes=0-(\d*)$/.exec(range.trim()) ?? [];
  return last !== undefined && (last === "" || Number(last) > 1);
}

/**
 * Whether a play counts: once in an hour for each link and network. What is remembered are keyed hashes, in memory alone; the key is made
 * anew with each process, so nobody can tell from them who heard what.
 */
export function playFilter(now: () => number = Date.now): (linkId: string, network: string | null) => boolean {
  const key = randomBytes(32);
  const until = new Map<string, number>();
  return (linkId, network) => {
    const heard = createHmac("sha256", key).update(`${linkId} ${network}`).digest("base64");
    if ((until.get(heard) ?? 0) > now()) return false;
    until.delete(heard);
    until.set(heard, now() + SAME_LISTENING_MS);
    const [oldest] = until.keys();
    if (until.size > MOST && oldest !== undefined) until.delete(oldest);
    return true;
  };
}
