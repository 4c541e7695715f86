import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient, retryDelay } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

test("a failed query is tried three more times, after 1 s, doubled, at most 30 s", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  const queries = createQueryClient(() => {}).getDefaultOptions().queries;
  expect(queries?.retry).toBe(3);
  expect(queries?.gcTime).toBe(300_000);
});

test("what failed is told by its name", async () => {
  const onFailure = vi.fn<(query: string, error: Error) => void>();
  const refused = new Error("no");
  const query = { queryKey: ["profile", "8f0b"], queryFn: () => Promise.reject(refused), retry: false };
  await expect(createQueryClient(onFailure).fetchQuery(query)).rejects.toThrow("no");
  expect(onFailure).toHaveBeenCalledExactlyOnceWith("profile", refused);
});

test("offline nothing waits in silence: what is asked or done fails at once, and is asked again when the network is back", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient(() => {});
  client.mount();
  const away = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch"));
  const query = { queryKey: ["sermons"], queryFn: away, retry: false };
  await expect(client.fetchQuery(query)).rejects.toThrow("Failed to fetch");
  const removal = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: away }));
  await expect(removal.execute(undefined)).rejects.toThrow("Failed to fetch");

  const stop = new QueryObserver(client, query).subscribe(() => {});
  await expect.poll(() => client.getQueryState(["sermons"])?.fetchStatus).toBe("idle");
  away.mockResolvedValue("here");
  onlineManager.setOnline(true);
  await expect.poll(() => client.getQueryData(["sermons"])).toBe("here");
  stop();
  client.unmount();
});
