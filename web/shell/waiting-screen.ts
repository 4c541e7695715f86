import type { ReactNode } from "react";
import { useMatches } from "react-router";

const hasWaiting = (handle: unknown): handle is { waiting: ReactNode } =>
  typeof handle === "object" && handle !== null && "waiting" in handle;

/**
 * What a member's page shows while it is not known yet who is there: the route exports `handle = { waiting }`. Such a page can be HTML
 * before any script (docs/decisions/077-the-dashboard-before-scripts.md). Null for pages without.
 */
export function useWaitingScreen(): ReactNode {
  return (
    useMatches()
      .map(({ handle }) => handle)
      .find(hasWaiting)?.waiting ?? null
  );
}
