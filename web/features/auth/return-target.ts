import * as z from "zod/mini";

// One leading slash: "//host" and "/\host" are other origins to a browser, which also drops tabs and line breaks before it looks.
const ownPath = z.string().check(z.regex(/^\/(?![/\\])[^\t\r\n]*$/));
const state = z.object({ from: ownPath });

const DEFAULT_TARGET = "/dashboard";

/** Where to go after signing in: the page that asked for it (kept in the history state), else the dashboard. */
export function returnTarget(historyState: unknown): string {
  return state.safeParse(historyState).data?.from ?? DEFAULT_TARGET;
}

/** The same for an address that a link carries. */
export function ownTarget(next: string | null): string {
  return ownPath.safeParse(next).data ?? DEFAULT_TARGET;
}
