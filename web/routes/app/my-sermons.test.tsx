import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  answers,
  calls,
  offline,
  waitOptions,
  testUser,
  session,
  SESSION_KEY,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import { existingAudioQuery } from "../../features/sermons/media.ts";
import { sermonListQuery } from "../../features/sermons/sermon-list.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import MySermons from "./my-sermons.tsx";
import SignedInOnly from "./signed-in.tsx";
import SignedOutOnly from "./signed-out.tsx";

const row = (n: number, title: string, withAudio = true) => {
  const id = `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c1${n}`;
  const file = `${testUser.id}/${id}/f`;
  return {
    id,
    title,
    written_title: `Written ${n}`,
    audio_url: withAudio ? `${file}.mp3` : null,
    image_url: `${file}.webp`,
    created_at: `2026-11-0${n}T08:00:00+00:00`,
    is_favourite: false,
  };
};
const rows = [row(3, "Rest"), row(2, "Grief"), row(1, "Work", false)];

const TRASH = "POST /rest/v1/rpc/trash_sermons";

beforeEach(() => {
  storeSession();
  answers.set("GET /rest/v1/sermons", () => Response.json(rows));
  answers.set("POST /storage/v1/object/sign/sermon-audio", ({ body }) =>
    Response.json(
      (body as { paths: string[] }).paths.map((path) =>
        path === rows[1]?.audio_url
          ? { path, error: "Either the object does not exist or you do not have access to it", signedURL: null }
          : { path, error: null, signedURL: `/object/sign/sermon-audio/${path}?token=t` },
      ),
    ),
  );
});

const open = () =>
  visit("/my-sermons", [
    { path: "/my-sermons", element: <MySermons /> },
    { path: "/sermon/:id", element: "The sermon" },
    { path: "/login", element: "Sign in here" },
  ]);
const card = async (title: string) => {
  const link = await screen.findByRole("link", { name: title });
  const item = link.closest("li");
  if (!item) throw new Error("not on a card");
  return within(item);
};
const fail = (status: number, code: string, message: string) => () =>
  Response.json({ code, message, details: null, hint: null }, { status });

test("the library shows each sermon's date and whether its audio is available", async () => {
  open();
  const rest = await card("Rest");
  expect(rest.getByText("Nov 3, 2026")).toBeDefined();
  expect(rest.getByText("Written 3")).toBeDefined();
  await rest.findByText("Audio available");
  expect((await card("Grief")).getByText("Audio unavailable")).toBeDefined();
  expect((await card("Work")).getByText("Audio unavailable")).toBeDefined();
  const request = calls.find(({ to }) => to === "GET /rest/v1/sermons");
  expect(request?.query.get("user_id")).toBe(`eq.${testUser.id}`);
  expect(request?.query.get("order")).toBe("created_at.desc,id.desc");
  expect(request?.query.get("select")).not.toContain("content");
});

test("cards show that the audio is being checked, and when it can't be", async () => {
  const availability = Promise.withResolvers<Response>();
  answers.set("POST /storage/v1/object/sign/sermon-audio", () => availability.promise);
  open();
  const rest = await card("Rest");
  expect(rest.getByText("Checking audio...")).toBeDefined();
  availability.resolve(Response.json({ statusCode: "500", error: "x", message: "x" }, { status: 500 }));
  answers.set("POST /storage/v1/object/sign/sermon-audio", () => Response.json({}, { status: 500 }));
  await rest.findByText("Could not verify if audio exists for this sermon.");
});

test("Play opens the sermon with its row in the navigation state, to be played; the title only opens it", async () => {
  const router = open();
  fireEvent.click((await card("Rest")).getByRole("link", { name: "Play Rest" }));
  await screen.findByText("The sermon");
  const [{ id, title, audio_url, image_url, created_at } = row(0, "")] = rows;
  const shown = { title, audio_url, image_url, created_at };
  expect(router.state.location).toMatchObject({ pathname: `/sermon/${id}`, state: { ...shown, play: true } });
  await act(() => router.navigate(-1));
  fireEvent.click((await card("Rest")).getByRole("link", { name: "Rest" }));
  await screen.findByText("The sermon");
  expect(router.state.location.state).toMatchObject(shown);
  expect(router.state.location.state).not.toHaveProperty("play");
});

test("a sermon without a recording is opened to be read", async () => {
  const router = open();
  const grief = await card("Grief");
  fireEvent.click(await grief.findByRole("link", { name: "Read Grief" }, waitOptions));
  expect(grief.queryByRole("link", { name: "Play Grief" })).toBeNull();
  await screen.findByText("The sermon");
  expect(router.state.location.state).not.toHaveProperty("play");
});

test("a sermon is deleted after confirmation and removed from the list", async () => {
  answers.set(TRASH, () => Response.json([rows[0]?.id]));
  open();
  fireEvent.click((await card("Rest")).getByRole("button", { name: "Delete Rest" }));
  const question = await screen.findByRole("alertdialog");
  expect(within(question).getByText(/kept under Recently deleted for 30 days/)).toBeDefined();
  expect(calls.some(({ to }) => to === TRASH)).toBe(false);
  fireEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Rest" })).toBeNull(), waitOptions);
  expect(toasts()).toEqual([["Sermon deleted successfully"]]);
  expect(calls.find(({ to }) => to === TRASH)?.body).toEqual({ p_ids: [rows[0]?.id] });
});

const deleteCard = async (title: string) => {
  fireEvent.click((await card(title)).getByRole("button", { name: `Delete ${title}` }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
};

test("after a deletion the focus is on the next card, on the one before the last, or on the page's heading", async () => {
  answers.set(TRASH, () => Response.json([""]));
  open();
  await deleteCard("Grief");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Work" })), waitOptions);
  await deleteCard("Work");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Rest" })), waitOptions);
  await deleteCard("Rest");
  await screen.findByRole("link", { name: "Create Your First Sermon" });
  const heading = screen.getByRole("heading", { level: 1, name: "My Sermons" });
  await waitFor(() => expect(document.activeElement).toBe(heading), waitOptions);
});

test("while a sermon is deleted the question says so, and asks for no second answer", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set(TRASH, () => answer.promise);
  open();
  await deleteCard("Rest");
  const busy = await screen.findByRole<HTMLButtonElement>("button", { name: "Deleting..." });
  fireEvent.click(busy);
  answer.resolve(Response.json([rows[0]?.id]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull(), waitOptions);
  expect(calls.filter(({ to }) => to === TRASH)).toHaveLength(1);
});

test("a failed deletion shows a toast and keeps the sermon", async () => {
  answers.set(TRASH, fail(500, "XX000", "no"));
  open();
  fireEvent.click((await card("Rest")).getByRole("button", { name: "Delete Rest" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await expect.poll(toasts, waitOptions).toEqual([["Failed to delete sermon"]]);
  const button = (await card("Rest")).getByRole("button", { name: "Delete Rest" });
  await waitFor(() => expect(document.activeElement).toBe(button), waitOptions);
  expect(screen.getByRole("link", { name: "Rest" })).toBeDefined();
});

test("an empty library links to the dashboard", async () => {
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  open();
  const link = await screen.findByRole("link", { name: "Create Your First Sermon" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});

test("loading and refreshing are shown", async () => {
  open();
  await screen.findByText("Loading your sermons...");
  await card("Rest");
  const again = Promise.withResolvers<Response>();
  answers.set("GET /rest/v1/sermons", () => again.promise);
  fireEvent.click(screen.getByRole("button", { name: "Refresh List" }));
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Refreshing..." })).disabled).toBe(true);
  again.resolve(Response.json([row(4, "Hope"), ...rows]));
  await card("Hope");
});

test("an expired session can be refreshed by Fix Authentication", async () => {
  let broken = true;
  answers.set("GET /rest/v1/sermons", () => (broken ? fail(401, "PGRST303", "JWT expired")() : Response.json(rows)));
  answers.set("POST /auth/v1/token", () => {
    broken = false;
    return Response.json(session());
  });
  open();
  const banner = await screen.findByRole("alert");
  expect(within(banner).getByText("Error Loading Sermons")).toBeDefined();
  expect(within(banner).getByText("JWT expired")).toBeDefined();
  expect(toasts()).toEqual([["Error", "Failed to load your sermons. Please try refreshing the page."]]);
  fireEvent.click(within(banner).getByRole("button", { name: "Fix Authentication" }));
  await card("Rest");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("if the session can't be refreshed, it is removed and the login page opens", async () => {
  answers.set("GET /rest/v1/sermons", fail(401, "PGRST303", "JWT expired"));
  answers.set("POST /auth/v1/token", () => Response.json({ code: "refresh_token_not_found", message: "no" }, { status: 400 }));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = visit("/my-sermons", [
    { element: <SignedInOnly />, children: [{ path: "/my-sermons", element: <MySermons /> }] },
    { element: <SignedOutOnly />, children: [{ path: "/login", element: "Sign in here" }] },
  ]);
  const fix = await screen.findByRole<HTMLButtonElement>("button", { name: "Fix Authentication" });
  fireEvent.click(fix);
  expect(fix.disabled).toBe(true);
  await screen.findByText("Sign in here");
  await expect.poll(() => calls.some(({ to }) => to === "POST /auth/v1/logout"), waitOptions).toBe(true);
  expect(toasts()).toContainEqual(["Authentication Error", "Please sign in again to access your sermons"]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/my-sermons" } });
});

test("Try Again after a failure shows that the list is refreshing", async () => {
  answers.set("GET /rest/v1/sermons", fail(401, "PGRST303", "JWT expired"));
  open();
  const banner = await screen.findByRole("alert");
  const again = Promise.withResolvers<Response>();
  answers.set("GET /rest/v1/sermons", () => again.promise);
  fireEvent.click(within(banner).getByRole("button", { name: "Try Again" }));
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Refreshing..." })).disabled).toBe(true);
  again.resolve(Response.json(rows));
  await card("Rest");
});

test("recordings are checked in batches of 500", async () => {
  const paths = Array.from({ length: 501 }, (_, n) => `${testUser.id}/${n}.mp3`);
  expect(await new QueryClient().fetchQuery(existingAudioQuery(paths))).toEqual(paths);
  const request = calls.filter(({ to }) => to === "POST /storage/v1/object/sign/sermon-audio");
  expect(request.map(({ body }) => (body as { paths: string[] }).paths.length)).toEqual([500, 1]);
});

test("other errors show Try Again and keep the list", async () => {
  open();
  await card("Rest");
  answers.set("GET /rest/v1/sermons", fail(400, "42703", "column does not exist"));
  fireEvent.click(screen.getByRole("button", { name: "Refresh List" }));
  const banner = await screen.findByRole("alert");
  expect(within(banner).queryByRole("button", { name: "Fix Authentication" })).toBeNull();
  expect(screen.getByRole("link", { name: "Rest" })).toBeDefined();
  answers.set("GET /rest/v1/sermons", () => Response.json(rows));
  fireEvent.click(within(banner).getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull(), waitOptions);
});

test("an error without a message has our own message", async () => {
  answers.set("GET /rest/v1/sermons", fail(401, "PGRST301", ""));
  open();
  expect(within(await screen.findByRole("alert")).getByText("Failed to load your sermons")).toBeDefined();
});

test("a lost connection does not show the browser's message", async () => {
  answers.set("GET /rest/v1/sermons", offline);
  const request = new QueryClient().fetchInfiniteQuery({ ...sermonListQuery(testUser.id), retry: false });
  await expect(request).rejects.toMatchObject({ name: "LibraryError", message: "", isSessionInvalid: false });
});

test("the list is kept while a sermon is read for long, so that Back finds its place", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const client = createQueryClient(() => {});
  const { queryKey } = sermonListQuery(testUser.id);
  await client.fetchInfiniteQuery(sermonListQuery(testUser.id));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(client.getQueryData(queryKey)?.pages[0]?.sermons).toHaveLength(rows.length);
  vi.useRealTimers();
});

test("without a session the page asks to sign in", async () => {
  localStorage.clear();
  open();
  await screen.findByText("Authentication Required");
  expect(screen.getByText("Please sign in to view your sermons")).toBeDefined();
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
  expect(screen.getByRole("link", { name: "Return Home" }).getAttribute("href")).toBe("/");
});

test("a topic in a language that runs from the right does so", async () => {
  const arabic = "خسرت عملي";
  answers.set("GET /rest/v1/sermons", () => Response.json([row(1, arabic)]));
  open();
  expect((await screen.findByRole("link", { name: arabic })).closest("[dir=auto]")).not.toBeNull();
});

test("the chosen layout, grid or list, is kept", async () => {
  open();
  await card("Rest");
  const pressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");
  expect([pressed("Show as grid"), pressed("Show as list")]).toEqual(["true", "false"]);
  fireEvent.click(screen.getByRole("button", { name: "Show as list" }));
  expect([pressed("Show as grid"), pressed("Show as list")]).toEqual(["false", "true"]);
  cleanup();
  open();
  await card("Rest");
  expect(pressed("Show as list")).toBe("true");
});

test("a library of one sermon has no search field", async () => {
  answers.set("GET /rest/v1/sermons", () => Response.json(rows.slice(0, 1)));
  open();
  await card("Rest");
  expect(screen.queryByLabelText("Search your sermons")).toBeNull();
});
