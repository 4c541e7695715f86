import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { removeToast, toastStore, type ToastMessage } from "./toast-store.ts";
import { closeToasts, toast, Toaster } from "./toast.tsx";

// Preloads the toast list, which is otherwise loaded by the first toast.
await import("./toast-list.tsx");

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => {
    for (const { id } of toastStore.current()) removeToast(id);
  });
  cleanup();
  vi.useRealTimers();
});

const show = (message: ToastMessage) => act(async () => toast(message));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

// The cards are list items; Radix also writes their text into a live region for a moment.
const cards = () => screen.queryAllByRole("listitem").map((card) => card.textContent);

test("a toast shows its title and description and closes after five seconds", async () => {
  render(<Toaster />);
  await show({ title: "Saved", description: "It is in your library." });
  expect(cards()).toEqual(["SavedIt is in your library."]);
  pass(4_900);
  expect(cards()).toHaveLength(1);
  pass(200);
  expect(cards()).toEqual([]);
});

test("a toast created before the Toaster is rendered is shown once it is", async () => {
  await show({ title: "Early" });
  await act(async () => render(<Toaster />));
  expect(cards()).toEqual(["Early"]);
});

test("toasts are shown in the order of creation, and each can be closed", async () => {
  render(<Toaster />);
  await show({ title: "One" });
  await show({ title: "Two", variant: "destructive" });
  expect(cards()).toEqual(["One", "Two"]);
  fireEvent.click(within(screen.getByText("One").closest("li") ?? document.body).getByRole("button", { name: "Close" }));
  expect(cards()).toEqual(["Two"]);
});

test("an equal toast replaces the one that is shown and restarts its timer", async () => {
  render(<Toaster />);
  await show({ title: "Image Load Error", description: "x" });
  pass(4_000);
  await show({ title: "Image Load Error", description: "x" });
  await show({ title: "Image Load Error", description: "y" });
  expect(cards()).toEqual(["Image Load Errorx", "Image Load Errory"]);
  pass(4_000);
  expect(cards()).toHaveLength(2);
  pass(1_100);
  expect(cards()).toEqual([]);
});

test("a repeated toast does not go back behind those that wait", async () => {
  render(<Toaster />);
  for (const title of ["One", "Two", "Three", "Four", "One"]) await show({ title });
  expect(cards().toSorted()).toEqual(["One", "Three", "Two"]);
});

test("three toasts are shown at most, and the next ones when one has closed, each for its five seconds", async () => {
  render(<Toaster />);
  for (const title of ["One", "Two", "Three", "Four"]) await show({ title });
  expect(cards()).toEqual(["One", "Two", "Three"]);
  fireEvent.click(within(screen.getByText("Two").closest("li") ?? document.body).getByRole("button", { name: "Close" }));
  expect(cards()).toEqual(["One", "Three", "Four"]);
  pass(4_900);
  await show({ title: "Five" });
  pass(200);
  expect(cards()).toEqual(["Five"]);
});

test("clicking a toast's action runs it and closes the toast", async () => {
  render(<Toaster />);
  const onClick = vi.fn<() => void>();
  await show({ title: "Offline", action: { label: "Try Again", onClick } });
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(cards()).toEqual([]);
});

test("without a network, whatever fails says so in one message, and what has nothing to do with the network is told as it is", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(<Toaster />);
  await show({ title: "Failed to delete sermon", variant: "destructive" });
  await show({ title: "Your name could not be saved", variant: "destructive" });
  await show({ title: "Not a picture", variant: "destructive", local: true });
  await show({ title: "Outline copied" });
  expect(cards()).toEqual([`${OFFLINE.title}${OFFLINE.action}`, "Not a picture", "Outline copied"]);
  onLine.mockRestore();
});

test("what was said about something is closed together", async () => {
  render(<Toaster />);
  await show({ title: "Your sermon is ready", about: "/sermon/1" });
  await show({ title: "Saved" });
  act(() => closeToasts("/sermon/1"));
  expect(cards()).toEqual(["Saved"]);
});

test("F8 moves the focus to the toasts", async () => {
  render(<Toaster />);
  await show({ title: "Here" });
  const list = screen.getByRole("list");
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(document.activeElement).toBe(list);
});
