import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getSupabase } from "../../lib/supabase.ts";
import { useAuth } from "./auth-context.tsx";
import { storeSession, visit } from "./test-backend.tsx";

vi.mock(import("../../lib/supabase.ts"), async (original) => {
  const real = await original();
  return { ...real, getSupabase: vi.fn<typeof getSupabase>(real.getSupabase), supabaseMade: new Promise<void>(() => {}) };
});
beforeEach(() => void vi.mocked(getSupabase).mockClear());

function Page() {
  const { status, user } = useAuth();
  return <p>{`${status} ${user?.email ?? "nobody"}`}</p>;
}
const pages = [{ path: "/login", element: <Page /> }];

test("a visitor sees who they are without the client, which is fetched at the first touch", async () => {
  visit("/login", pages);
  await screen.findByText("signed-out nobody");
  expect(getSupabase).not.toHaveBeenCalled();
  fireEvent.pointerDown(window);
  await expect.poll(() => vi.mocked(getSupabase).mock.calls.length).toBe(1);
  expect(screen.getByText("signed-out nobody")).toBeDefined();
});

test("a client that can't be fetched is fetched at the next touch", async () => {
  visit("/login", pages);
  await screen.findByText("signed-out nobody");
  vi.mocked(getSupabase).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  fireEvent.pointerDown(window);
  await expect.poll(() => vi.mocked(getSupabase).mock.calls.length).toBe(1);
  await vi.waitFor(() => {
    fireEvent.keyDown(window);
    expect(getSupabase).toHaveBeenCalledTimes(2);
  });
  expect(screen.getByText("signed-out nobody")).toBeDefined();
});

test("a sign-in in another tab is noticed", async () => {
  visit("/login", pages);
  await screen.findByText("signed-out nobody");
  storeSession();
  fireEvent(window, new StorageEvent("storage"));
  expect(await screen.findByText("signed-in ruth@example.org")).toBeDefined();
});

test("what a redirect brought goes to the client at once", async () => {
  history.replaceState(null, "", "/login?error=access_denied");
  try {
    visit("/login", pages);
    await expect.poll(() => vi.mocked(getSupabase).mock.calls.length).toBeGreaterThan(0);
  } finally {
    history.replaceState(null, "", "/");
  }
});
