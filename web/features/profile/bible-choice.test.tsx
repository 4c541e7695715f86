import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "../../ui/toast-store.ts";
import { BibleChoice } from "./bible-choice.tsx";

const updates: { method: string; body: unknown }[] = [];
let succeeds = true;

beforeEach(() => {
  updates.length = 0;
  succeeds = true;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
    const method = init?.method ?? "GET";
    if (method === "GET") return Response.json([{ bible_translation: "WEB" }]);
    updates.push({ method, body: typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : null });
    return succeeds ? new Response(null, { status: 204 }) : Response.json({ code: "42501", message: "no" }, { status: 403 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
async function open(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BibleChoice userId="8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f" />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(radio(/World English Bible/).checked).toBe(true));
}

test("choosing a Bible saves it at once", async () => {
  await open();
  fireEvent.click(radio(/King James Version/));
  await waitFor(() => expect(updates).toEqual([{ method: "PATCH", body: { bible_translation: "KJV" } }]));
  await waitFor(() => expect(radio(/King James Version/).checked).toBe(true));
});

test("a choice that could not be saved is reverted, with a message", async () => {
  succeeds = false;
  await open();
  fireEvent.click(radio(/King James Version/));
  await waitFor(() => expect(toastStore.current().at(-1)?.title).toBe("Not saved"));
  await waitFor(() => expect(radio(/World English Bible/).checked).toBe(true));
});
