import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient, retryDelay } from "./query-client.ts";

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

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

/** A client on a screen, with an observer of one query. */
function watch(request: () => Promise<string>) {
  const client = createQueryClient(() => {});
  client.mount();
  const query = { queryKey: ["sermons"], queryFn: request, retry: false };
  const stop = new QueryObserver(client, query).subscribe(() => {});
  onTestFinished(() => {
    stop();
    client.unmount();
  });
  return { client, state: () => client.getQueryState(query.queryKey) };
}

test("a page that is opened without a network asks for nothing, and asks when the network is there", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const request = vi.fn<() => Promise<string>>().mockResolvedValue("here");
  const { state } = watch(request);
  await expect.poll(() => state()?.fetchStatus).toBe("paused");
  expect(request).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await expect.poll(() => state()?.data).toBe("here");
});

test("what failed while the network went away is asked for again when it is back", async () => {
  const request = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue("here");
  const { state } = watch(request);
  await expect.poll(() => state()?.status).toBe("error");
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await expect.poll(() => state()?.data).toBe("here");
});

test("without a network a mutation fails at once: it is not made later, behind the person's back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const client = createQueryClient(() => {});
  const request = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch"));
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: request }));
  await expect(mutation.execute(undefined)).rejects.toThrow("Failed to fetch");
});
