import { act, cleanup, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "../../ui/toast-store.ts";
import SermonProgress from "./sermon-progress.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a demonstration by the clock says that it makes no sermon: three steps of two seconds, then the dashboard", async () => {
  const router = createMemoryRouter(
    [
      { path: "/sermon-progress", element: <SermonProgress /> },
      { path: "/dashboard", element: "The dashboard" },
    ],
    { initialEntries: ["/sermon-progress"] },
  );
  render(<RouterProvider router={router} />);
  expect(screen.getByRole("link", { name: "Back to Dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(screen.getByText(/No sermon is made here/)).toBeDefined();
  const states = () =>
    within(screen.getByRole("list", { name: "Progress" }))
      .getAllByRole("listitem")
      .map((item) => item.dataset["status"]);
  expect(states()).toEqual(["in-progress", "pending", "pending"]);
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(states()).toEqual(["in-progress", "pending", "pending"]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(states()).toEqual(["completed", "in-progress", "pending"]);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText("The dashboard")).toBeDefined();
  expect(toastStore.current().at(-1)).toMatchObject({
    title: "The demonstration is over",
    description: "No sermon was made. Yours begins with a topic.",
  });
});
