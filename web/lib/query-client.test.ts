import { expect, test, vi } from "vitest";
import { createQueryClient, retryDelay } from "./query-client.ts";

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
