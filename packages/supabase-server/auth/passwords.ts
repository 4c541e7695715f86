import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Piscina } from "piscina";
import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import { overRequestRateLimit, validationFailed, weakPassword, type WeakPassword } from "./errors.ts";
import type { HashTask } from "./hash.worker.ts";
import type { Auth } from "./options.ts";

// bcrypt reads no further, so a longer password would be cut without a word.
const MAX_BYTES = 72;
const SALT_CHARS = 29;

// Hashing takes a core for a tenth of a second. It has threads of its own, since files and signatures need those of Node's pool, and
// leaves one of three cores and more to everything else. Each network has one hash in the line at a time, so that the networks take
// turns, however much one asks for. Those that ask often share one thread, which rests twice as long as it works, so that whoever asks
// once finds another.
// Whoever would wait for more than a hundred others, or for more than ten of their own network, is told so.
const AT_ONCE = Math.max(2, Math.min(3, availableParallelism() - 1));
const THREAD_IDLE_MS = 60_000;
/** So many hashes of one network in so many milliseconds are often. */
const OFTEN = { hashes: 2, windowMs: 10_000 };
const REST = 2;
const MOST_WAITING = 100;
const MOST_WAITING_OF_NETWORK = 10;
const semaphore = createSemaphore(AT_ONCE);
const busyNetworks = createSemaphore(1);
const networks = new Map<string, Semaphore>();
const recent = new LRUCache<string, { hashes: number }>({ max: 10_000, ttl: OFTEN.windowMs });

/** Whether the network asks often; counts one more. */
function asksOften(network: string): boolean {
  const counted = recent.get(network) ?? { hashes: 0 };
  if (counted.hashes++ === 0) recent.set(network, counted);
  return counted.hashes > OFTEN.hashes;
}

const threads = new Piscina<HashTask, string | boolean>({
  filename: new URL("./hash.worker.ts", import.meta.url).href,
  minThreads: 0,
  maxThreads: AT_ONCE,
  idleTimeout: THREAD_IDLE_MS,
  // Threads share nothing but the task: no secret of the environment, no flags for tests.
  env: {},
  execArgv: [],
});
const hash = async (password: string, salt: number | string): Promise<string> =>
  (await threads.run({ password, salt })) as string;
const compare = async (password: string, to: string): Promise<boolean> => (await threads.run({ password, hash: to })) as boolean;

function inTurnOfBusy<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    void busyNetworks.run(async () => {
      const began = performance.now();
      await semaphore.run(work).then(resolve, reject);
      await pause(REST * (performance.now() - began), undefined, { ref: false });
    });
  });
}

/** Throws `over_request_rate_limit` when too many wait. `network` is null for whoever no limit of addresses bounds. */
async function inTurn<T>(network: string | null, work: () => Promise<T>): Promise<T> {
  if (semaphore.waiting() >= MOST_WAITING) throw overRequestRateLimit();
  if (network === null) return semaphore.run(work);
  const ofNetwork = networks.get(network) ?? createSemaphore(1);
  if (ofNetwork.waiting() >= MOST_WAITING_OF_NETWORK) throw overRequestRateLimit();
  networks.set(network, ofNetwork);
  try {
    return await ofNetwork.run(() => (asksOften(network) ? inTurnOfBusy(work) : semaphore.run(work)));
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
 * Hashes off the event loop, or throws `over_request_rate_limit` when too many wait, of `network` (`countedNetwork`) or of all. With
 * `sibling`, a hash made earlier, its salt is used: equal passwords then give equal hashes.
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
 * Compares off the event loop, with the same work whether or not there is a hash to compare with, so that the time tells nothing.
 * Throws `over_request_rate_limit` when too many wait, of `network` (`countedNetwork`) or of all.
 */
export function passwordChecker(cost: number): PasswordChecker {
  const nobody = hash("nobody has this password", cost);
  return async (password, stored, network = null) => {
    const compared = stored ?? (await nobody);
    const matches = await inTurn(network, () => compare(password, compared));
    return matches && Boolean(stored) && !tooLong(password);
  };
}
