import { act, cleanup, render, screen } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouteFocus } from "./route-focus.tsx";

beforeEach(() => {
  document.title = "Home";
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Frame() {
  return (
    <>
      <a href="/here">A link of the header</a>
      <RouteFocus />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function LeadsToItsField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <h1>Search</h1>
      <input ref={field} aria-label="Words" />
    </>
  );
}

function LateHeading() {
  const [search] = useSearchParams();
  return search.has("loaded") ? <h1>Loaded</h1> : <p>Loading...</p>;
}

function open(address = "/") {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: "/", element: <h1>Home</h1> },
          { path: "/library", element: <h1>My Sermons</h1> },
          { path: "/search", element: <LeadsToItsField /> },
          { path: "/late", element: <LateHeading /> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}
const focused = () => document.activeElement?.textContent;
const announced = () => document.querySelector("[aria-live=polite]")?.textContent;

test("the first page takes no focus and is not announced", () => {
  open();
  expect(document.activeElement).toBe(document.body);
  expect(announced()).toBe("");
});

test("after a navigation the new page's title is announced and its heading has the focus", async () => {
  const go = open();
  screen.getByRole("link").focus();
  document.title = "My Sermons – Lampstand";
  await go("/library");
  expect(announced()).toBe("My Sermons – Lampstand");
  expect(focused()).toBe("My Sermons");
  expect(screen.getByRole("heading").tabIndex).toBe(-1);
});

test("a change of the search or the hash alone moves no focus", async () => {
  const go = open("/library");
  const link = screen.getByRole("link");
  link.focus();
  await go("/library?page=2");
  await go("/library#latest");
  expect(document.activeElement).toBe(link);
  expect(announced()).toBe("");
});

test("a screen that leads the focus to a field keeps it there", async () => {
  const go = open();
  await go("/search");
  expect(document.activeElement).toBe(screen.getByLabelText("Words"));
  expect(announced()).toBe("Home");
});

test("a heading that is shown once its data has loaded gets the focus then", async () => {
  const go = open();
  await go("/late");
  expect(document.activeElement).toBe(document.body);
  await go("/late?loaded");
  await vi.waitFor(() => expect(focused()).toBe("Loaded"));
});

test("a heading that comes late does not take the focus from what the person is doing", async () => {
  const go = open();
  await go("/late");
  const field = document.createElement("input");
  document.getElementById("content")?.append(field);
  field.focus();
  await go("/late?loaded");
  await vi.waitFor(() => expect(screen.getByRole("heading")).toBeDefined());
  expect(document.activeElement).toBe(field);
});

test("a page that redirects while it loads, before anything was touched, takes no focus", async () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: false } }));
  const go = open();
  await go("/library");
  expect(announced()).toBe("Home");
  expect(document.activeElement).toBe(document.body);
});
