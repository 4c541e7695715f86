import { QueryCache, QueryClient } from "@tanstack/react-query";

const RETRIES = 3;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
const CACHE_RETENTION_MS = 5 * 60_000;

/** 1 s, doubled at each attempt, at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** `onFailure` is told of each query that failed after its last attempt, by the first part of its key. */
export function createQueryClient(onFailure: (query: string, error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onFailure(String(queryKey[0]), error) }),
    defaultOptions: {
      // Offline, the library would wait in silence and do minutes later what is clicked now: here it fails, and the screen says so.
      queries: { retry: RETRIES, retryDelay, gcTime: CACHE_RETENTION_MS, networkMode: "always", refetchOnReconnect: true },
      mutations: { networkMode: "always" },
    },
  });
}
