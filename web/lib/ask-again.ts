import * as z from "zod/mini";
import { wait } from "./wait.ts";

const PAUSES_MS = [1000, 2000, 4000, 8000];

/** Waits for the pause, or until the browser is online again if that comes first; without a pause until then. */
export async function waitForNetwork(ms: number | null, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  window.addEventListener("online", () => resolve(), { signal: ended.signal });
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (ms !== null) void wait(ms, AbortSignal.any([signal, ended.signal])).then(resolve);
  await over;
  ended.abort();
}

/**
 * Calls until there is an answer: five times, with pauses of 1, 2, 4 and 8 s, and at once when the browser is online again. `passes` says
 * of an error whether it may pass; every other one is thrown at once, and the last one after the last call.
 */
export async function askAgain<T>(call: () => Promise<T>, passes: (error: unknown) => boolean, signal: AbortSignal): Promise<T> {
  for (let asked = 0; ; asked++) {
    try {
      return await call();
    } catch (error) {
      const pause = PAUSES_MS[asked];
      if (pause === undefined || signal.aborted || !passes(error)) throw error;
      await waitForNetwork(pause, signal);
    }
  }
}

/** Names of the client's errors for requests without an answer. They are matched by name because their classes are loaded later. */
const UNREACHED = new Set(["FunctionsFetchError", "FunctionsRelayError", "AuthRetryableFetchError", "StorageUnknownError"]);

/** What the client throws for a row that it could not ask for: the error of `fetch` as a text, and no code (postgrest-js). */
const unreachedRow = z.object({ code: z.literal(""), message: z.string().check(z.startsWith("TypeError: ")) });

/** Nothing answered: the network or the server was away. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && UNREACHED.has(error.name)) || unreachedRow.safeParse(error).success;
