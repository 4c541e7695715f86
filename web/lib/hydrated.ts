import { useMemo, useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether React runs this page: false in HTML that was made at build time, until React has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** What only the browser knows, such as its storage, read once; `before` until React runs the page. */
export function useBrowserValue<T>(read: () => T, before: T): T {
  const hydrated = useHydrated();
  return useMemo(() => (hydrated ? read() : before), [hydrated, read, before]);
}
