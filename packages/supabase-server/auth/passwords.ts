import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Piscina } from "piscina";
import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import { overRequestRateLimit, validationFailed, weakPassword, type WeakPassword } from "./errors.ts";
import type { HashTask } from "./hash.worker.ts";
import type { Auth } from "./options.ts";

// bcrypt ignores everything after 72 bytes.
const MAX_BYTES = 72;
const SALT_CHARS = 29;

// A hash takes a core for about 100 ms, so hashing has its own threads (files and signatures need those of libuv's pool) and leaves a core
// to everything else. Each network has one hash queued at a time, so that networks take turns. Networks with frequent requests share
// one thread, which pauses for twice as long as it worked, so that the others find a free one. Full queues refuse with 429.
const AT_ONCE = Math.max(2, Math.min(3, availableParallelism() - 1));
const THREAD_IDLE_MS = 60_000;
/** More hashes than this within the window make a network a frequent one. */
const FREQUENT = { hashes: 2, windowMs: 10_000 };
/** A frequent network's thread pauses for this many times as long as it worked. */
const PAUSE_FACTOR = 2;
const MOST_WAITING = 100;
const MOST_WAITING_OF_NETWORK = 10;
const semaphore = createSemaphore(AT_ONCE);
const frequentNetworks = createSemaphore(1);
const networks = new Map<string, Semaphore>();
const recent = new LRUCache<string, { hashes: number }>({ max: 10_000, ttl: FREQUENT.windowMs });

/** Counts a hash of the network, and returns whether it is a frequent one. */
function isFrequent(network: string): boolean {
  const counted = recent.get(network) ?? { hashes: 0 };
  if (counted.hashes++ === 0) recent.set(network, counted);
  return counted.hashes > FREQUENT.hashes;
}

/** Runs hash.worker.ts. Exported for tests, which watch it or hold it up. */
export const hashThreads = new Piscina<HashTask, string | boolean>({
  filename: new URL("./hash.worker.ts", import.meta.url).href,
  minThreads: 0,
  maxThreads: AT_ONCE,
  idleTimeout: THREAD_IDLE_MS,
  // Threads get neither the environment, with its secrets, nor Node flags of the tests.
  env: {},
  execArgv: [],
});
const hash = async (password: string, salt: number | string): Promise<string> =>
  (await hashThreads.run({ password, salt })) as string;
const compare = async (password: string, to: string): Promise<boolean> =>
  (await hashThreads.run({ password, hash: to })) as boolean;

async function inFrequentTurn<T>(work: () => Promise<T>): Promise<T> {
  if (frequentNetworks.waiting() >= MOST_WAITING) throw overRequestRateLimit();
  return new Promise((resolve, reject) => {
    void frequentNetworks.run(async () => {
      const began = performance.now();
      await semaphore.run(work).then(resolve, reject);
      await pause(PAUSE_FACTOR * (performance.now() - began), undefined, { ref: false });
    });
  });
}

/** Runs `work` in turn; throws `over_request_rate_limit` when the queue is full. `network` is null for callers without an address limit. */
async function inTurn<T>(network: string | null, work: () => Promise<T>): Promise<T> {
  if (semaphore.waiting() >= MOST_WAITING) throw overRequestRateLimit();
  if (network === null) return semaphore.run(work);
  const ofNetwork = networks.get(network) ?? createSemaphore(1);
  if (ofNetwork.waiting() >= MOST_WAITING_OF_NETWORK) throw overRequestRateLimit();
  networks.set(network, ofNetwork);
  try {
    return await ofNetwork.run(() => (isFrequent(network) ? inFrequentTurn(work) : semaphore.run(work)));
  } finally {
    if (ofNetwork.idle()) networks.delete(network);
  }
}

const tooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;

type Rules = Pick<Auth, "passwordMinLength" | "passwordCharacters">;

/** Why a password is too weak, or null. */
export function weakness(auth: Rules, password: string): (WeakPassword & { message: string }) | null {
  const { passwordMinLength: least, passwordCharacters: sets } = auth;
  const broken: [reason: WeakPassword["reasons"][number], message: string][] = [];
  if (Array.from(password).length < least) broken.push(["length", `Password should be at least ${least} characters.`]);
  if (!sets.every((set) => Array.from(set).some((character) => password.includes(character))))
    broken.push(["characters", `Password should contain at least one character of each: ${sets.join(", ")}.`]);
  if (broken.length === 0) return null;
  return { message: broken.map(([, message]) => message).join(" "), reasons: broken.map(([reason]) => reason) };
}

/** Throws `validation_failed` or `weak_password` when the password may not be set. */
export function checkNewPassword(auth: Rules, password: string): void {
  if (tooLong(password)) throw validationFailed("Password cannot be longer than 72 bytes");
  const weak = weakness(auth, password);
  if (weak) throw weakPassword(weak.message, weak.reasons);
}

/**
 * Hashes in a worker thread. Throws `over_request_rate_limit` when the queue of `network` (`countedNetwork`) or of all is full. With
 * `sibling`, an earlier hash, its salt is used, so that equal passwords have equal hashes.
 */
export async function hashPassword(
  password: string,
  cost: number,
  sibling?: string,
  network: string | null = null,
): Promise<string> {
  return inTurn(network, () => hash(password, sibling?.slice(0, SALT_CHARS) ?? cost));
}

export type PasswordChecker = (password: string, hash: string | null | undefined, network?: string | null) => Promise<boolean>;

/**
 * Compares in a worker thread. Without a hash it compares with a dummy one, so that the time does not reveal whether the account exists.
 * Throws `over_request_rate_limit` when the queue of `network` (`countedNetwork`) or of all is full.
 */
export function createPasswordChecker(cost: number): PasswordChecker {
  const dummy = hash("nobody has this password", cost);
  return async (password, stored, network = null) => {
    const compared = stored ?? (await dummy);
    const matches = await inTurn(network, () => compare(password, compared));
    return matches && Boolean(stored) && !tooLong(password);
  };
}
