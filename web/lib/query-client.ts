import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOnline } from "./online.ts";

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
  // The library assumes a network until an event says otherwise.
  onlineManager.setOnline(isOnline());
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onFailure(String(queryKey[0]), error) }),
    defaultOptions: {
      // Without a network a query waits for it. A mutation fails at once: nobody wants a deletion to be made an hour later.
      queries: { retry: RETRIES, retryDelay, gcTime: CACHE_RETENTION_MS, networkMode: "online", refetchOnReconnect: true },
      mutations: { networkMode: "always" },
    },
  });
}
