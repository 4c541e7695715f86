import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient, retryDelay } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

test("a failed query is retried three times, after 1 s, doubled at each retry up to 30 s", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  const queries = createQueryClient(() => {}).getDefaultOptions().queries;
  expect(queries?.retry).toBe(3);
  expect(queries?.gcTime).toBe(300_000);
});

test("onFailure receives the first part of the query's key and the error", async () => {
  const onFailure = vi.fn<(query: string, error: Error) => void>();
  const failure = new Error("no");
  const query = { queryKey: ["profile", "8f0b"], queryFn: () => Promise.reject(failure), retry: false };
  await expect(createQueryClient(onFailure).fetchQuery(query)).rejects.toThrow("no");
  expect(onFailure).toHaveBeenCalledExactlyOnceWith("profile", failure);
});

test("while offline, queries and mutations fail at once, and a mounted query is refetched when the network returns", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient(() => {});
  client.mount();
  const request = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch"));
  const query = { queryKey: ["sermons"], queryFn: request, retry: false };
  await expect(client.fetchQuery(query)).rejects.toThrow("Failed to fetch");
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: request }));
  await expect(mutation.execute(undefined)).rejects.toThrow("Failed to fetch");

  const stop = new QueryObserver(client, query).subscribe(() => {});
  await expect.poll(() => client.getQueryState(["sermons"])?.fetchStatus).toBe("idle");
  request.mockResolvedValue("here");
  onlineManager.setOnline(true);
  await expect.poll(() => client.getQueryData(["sermons"])).toBe("here");
  stop();
  client.unmount();
});
