import { FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { wait } from "../../../lib/wait.ts";
import { CutStreamError } from "./generate-text.ts";

/** How often an interrupted or slow request is repeated; a repeated request joins the running generation on the server. */
const REPEATS = 4;
const BETWEEN_MS = 1000;

/** Repeats a call whose response was cut off (`CutStreamError`) or timed out while the generation continues ("still_running"). */
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
