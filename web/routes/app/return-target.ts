import { z } from "zod";

// One leading slash: "//host" and "/\host" are other origins to a browser.
const state = z.object({ from: z.string().regex(/^\/(?![/\\])/) });

/** Where to go after signing in: the page that asked for it (kept in the history state), else the dashboard. */
export function returnTarget(historyState: unknown): string {
  const parsed = state.safeParse(historyState);
  return parsed.success ? parsed.data.from : "/dashboard";
}
