import * as z from "zod/mini";

// Exactly one leading slash: browsers take "//host" and "/\host" for other origins, after removing tabs and line breaks.
const ownPath = z.string().check(z.regex(/^\/(?![/\\])[^\t\r\n]*$/));
const state = z.object({ from: ownPath });

const DEFAULT_TARGET = "/dashboard";

/** Where to go after signing in: the guarded page that redirected here (`from` in the history state), else the dashboard. */
export function returnTarget(historyState: unknown): string {
  return state.safeParse(historyState).data?.from ?? DEFAULT_TARGET;
}

/** The same for the `next` address of a mailed link. */
export function ownTarget(next: string | null): string {
  return ownPath.safeParse(next).data ?? DEFAULT_TARGET;
}
