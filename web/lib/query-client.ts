import { QueryCache, QueryClient } from "@tanstack/react-query";

const RETRIES = 3;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
const CACHE_RETENTION_MS = 5 * 60_000;

/** 1 s, doubled at each attempt, at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** `onFailure` is called for each query whose last attempt failed, with the first part of its key. */
export function createQueryClient(onFailure: (query: string, error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onFailure(String(queryKey[0]), error) }),
    defaultOptions: {
      // By default the library pauses requests while offline and sends them when the network returns. Here they fail at once, so
      // that the screen shows the error.
      queries: { retry: RETRIES, retryDelay, gcTime: CACHE_RETENTION_MS, networkMode: "always", refetchOnReconnect: true },
      mutations: { networkMode: "always" },
    },
  });
}
