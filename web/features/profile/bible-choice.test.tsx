import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeToast, toastStore } from "../../ui/toast-store.ts";
import { BibleChoice } from "./bible-choice.tsx";

/** What arrived, in order. */
const updates: { method: string; body: unknown }[] = [];
let succeeds = true;
/** The first change arrives once this is fulfilled. */
let onItsWay: Promise<null> | null;

beforeEach(() => {
  updates.length = 0;
  succeeds = true;
  onItsWay = null;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
    const method = init?.method ?? "GET";
    if (method === "GET") return Response.json([{ bible_translation: "WEB" }]);
    const way = onItsWay;
    onItsWay = null;
    await way;
    updates.push({ method, body: typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : null });
    return succeeds ? new Response(null, { status: 204 }) : Response.json({ code: "42501", message: "no" }, { status: 403 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of toastStore.current()) removeToast(id);
});

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
const toasts = () => toastStore.current().map(({ title }) => title);
async function open(): Promise<QueryClient> {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <BibleChoice userId="8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f" />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(radio(/World English Bible/).checked).toBe(true));
  return client;
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
  await waitFor(() => expect(toasts()).toEqual(["Not saved"]));
  await waitFor(() => expect(radio(/World English Bible/).checked).toBe(true));
});

/** Chooses one and then the other, while the first is on its way. */
async function chooseTwice() {
  const { promise, resolve: arrive } = Promise.withResolvers<null>();
  onItsWay = promise;
  const client = await open();
  for (const name of [/King James Version/, /World English Bible/]) {
    fireEvent.click(radio(name));
    await waitFor(() => expect(radio(name).checked).toBe(true));
  }
  arrive(null);
  await waitFor(() => expect(client.isMutating()).toBe(0));
}

test("two quick choices are stored in their order", async () => {
  await chooseTwice();
  expect(updates.map(({ body }) => body)).toEqual([{ bible_translation: "KJV" }, { bible_translation: "WEB" }]);
  expect(radio(/World English Bible/).checked).toBe(true);
});

test("after two choices that could not be saved the stored one is shown", async () => {
  succeeds = false;
  await chooseTwice();
  expect(toasts()).toEqual(["Not saved"]);
  await waitFor(() => expect(radio(/World English Bible/).checked).toBe(true));
});

test("a choice that could not be saved is told also when the page has been left", async () => {
  succeeds = false;
  const { promise, resolve: arrive } = Promise.withResolvers<null>();
  onItsWay = promise;
  await open();
  fireEvent.click(radio(/King James Version/));
  cleanup();
  arrive(null);
  await waitFor(() => expect(toasts()).toEqual(["Not saved"]));
});
