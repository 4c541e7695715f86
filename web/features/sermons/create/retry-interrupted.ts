import { FunctionRefusal } from "../../../lib/call-function.ts";
import { wait } from "../../../lib/wait.ts";
import { CutStreamError } from "./generate-text.ts";

/** How often an interrupted or slow request is repeated; the server joins it to the running generation. */
const REPEATS = 4;
const BETWEEN_MS = 1000;

/** Repeats a call whose answer broke off or takes longer than a request may. */
export async function retryInterrupted<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await call();
    } catch (error) {
      const goesOn = error instanceof CutStreamError || (error instanceof FunctionRefusal && error.code === "still_running");
      if (!goesOn || repeats === REPEATS || signal.aborted) throw error;
      await wait(BETWEEN_MS, signal);
    }
  }
}
