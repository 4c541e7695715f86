import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, testUser, storeSession, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import {
  CONTENT,
  finished,
  GENERATION,
  generationRows,
  PROMPT,
  recording,
  textFailed,
  textStream,
  writing,
  type Stored,
} from "../../features/sermons/create/test-generation.ts";
import { wait } from "../../lib/wait.ts";
import { RunningSermon } from "../../shell/running-sermon.tsx";
import { toastStore } from "../../ui/toast-store.ts";
import Dashboard from "./dashboard.tsx";
import MySermons from "./my-sermons.tsx";
import Sermon from "./sermon.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const LIBRARY_TITLE = "My Sermons – Lampstand";
const sermonRow = {
  id: GENERATION,
  title: PROMPT,
  content: CONTENT,
  written_title: "The Open Door",
  is_favourite: false,
  audio_url: null,
  image_url: null,
  created_at: "2026-11-01T00:00:00Z",
};

let stored: Stored | null;
beforeEach(() => {
  stored = null;
  vi.restoreAllMocks();
  vi.mocked(wait).mockResolvedValue();
  document.title = LIBRARY_TITLE;
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () =>
    Response.json({
      subscribed: true,
      trial: { isInTrial: false, canGenerateToday: false, generationsLeft: 0 },
      trialEndsAt: null,
      trialAvailable: false,
      status: "active",
      quota: null,
    }),
  );
  answers.set("GET /rest/v1/generations", () => generationRows(stored));
  answers.set("GET /rest/v1/sermons", () => Response.json(stored?.state === "finished" ? [sermonRow] : []));
});

const withNews = (page: ReactNode) => (
  <>
    <RunningSermon userId={testUser.id} />
    {page}
  </>
);
const open = (path: string, state: unknown = null) =>
  visit({ pathname: path, state }, [
    { path: "/dashboard", element: withNews(<Dashboard />) },
    { path: "/my-sermons", element: withNews(<MySermons />) },
    { path: "/profile", element: withNews("The profile") },
    { path: "/sermon/:id", element: withNews(<Sermon />) },
  ]);
const line = () => screen.findByRole("complementary", { name: "Sermon in progress" });
const looks = (state: DocumentVisibilityState, hasFocus: boolean) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  vi.spyOn(document, "hasFocus").mockReturnValue(hasFocus);
};

test("a sermon that is being written is told under the header, with its step and a link to it", async () => {
  stored = writing;
  open("/profile");
  const told = within(await line());
  told.getByText("Your sermon is being written");
  told.getByText("Generating sermon content");
  expect(told.getByRole("link").getAttribute("href")).toBe("/dashboard");
  expect(document.title).toBe(`In progress: ${LIBRARY_TITLE}`);
  stored = recording;
  await told.findByText("Creating voice recording", {}, waitOptions);
});

test("the dashboard, where it is shown anyway, has no line about it", async () => {
  stored = recording;
  open("/dashboard");
  await screen.findByText("The recording is still being made");
  expect(screen.queryByRole("complementary", { name: "Sermon in progress" })).toBeNull();
});

test("in the library a card stands for the running sermon and becomes it, and nobody is moved", async () => {
  stored = recording;
  const router = open("/my-sermons");
  const card = await screen.findByRole("link", { name: PROMPT });
  expect(card.getAttribute("href")).toBe("/dashboard");
  expect(screen.queryByText("Nothing here yet")).toBeNull();
  stored = finished;
  await screen.findByRole("link", { name: `Read ${PROMPT}` }, waitOptions);
  expect(screen.getAllByRole("link", { name: PROMPT })).toHaveLength(1);
  await expect.poll(toasts, waitOptions).toEqual([["Your sermon is ready"]]);
  expect(router.state.location.pathname).toBe("/my-sermons");
  await waitFor(() => expect(document.title).toBe(LIBRARY_TITLE));
});

test("elsewhere a message says that the sermon is ready and leads to it", async () => {
  stored = recording;
  const router = open("/profile");
  await line();
  stored = finished;
  await expect.poll(toasts, waitOptions).toEqual([["Your sermon is ready"]]);
  expect(screen.queryByRole("complementary", { name: "Sermon in progress" })).toBeNull();
  const [message] = toastStore.current();
  expect(message?.action?.label).toBe("Open Sermon");
  act(() => message?.action?.onClick());
  await screen.findByRole("heading", { name: "The Open Door" });
  expect(router.state.location.pathname).toBe(`/sermon/${GENERATION}`);
});

test("the message is gone once the sermon was opened by another way", async () => {
  stored = recording;
  const router = open("/profile");
  await line();
  stored = finished;
  await expect.poll(toasts, waitOptions).toEqual([["Your sermon is ready"]]);
  await act(() => router.navigate(`/sermon/${GENERATION}`, { state: { content: CONTENT } }));
  await expect.poll(toasts, waitOptions).toEqual([]);
});

test("on the sermon's own page nothing says that it is ready", async () => {
  stored = { ...recording, image: ["error", "failed"] };
  open(`/sermon/${GENERATION}`, { content: CONTENT });
  await screen.findByText("The recording is still being made...");
  expect(screen.queryByRole("complementary", { name: "Sermon in progress" })).toBeNull();
  stored = { ...finished, image: ["error", "failed"] };
  await screen.findByText("This sermon has no picture of its own.", {}, waitOptions);
  await expect.poll(() => toasts().map(([title]) => title), waitOptions).toContain("Image Generation Failed");
  expect(toasts().map(([title]) => title)).not.toContain("Your sermon is ready");
});

test("a text that failed while the person was elsewhere is told there, with a way to it", async () => {
  stored = writing;
  open("/profile");
  await line();
  stored = textFailed;
  const reason = "The sermon generation service is temporarily unavailable. Our team has been notified.";
  await expect.poll(toasts, waitOptions).toEqual([["Sermon Text Generation Failed", reason]]);
  act(() => toastStore.current()[0]?.action?.onClick());
  await screen.findByRole("button", { name: "Try again: Generating sermon content" });
});

test("a tab in the background says in its title that the sermon is ready, and tells it when it is looked at", async () => {
  stored = recording;
  open("/profile");
  await line();
  looks("hidden", false);
  stored = finished;
  await waitFor(() => expect(document.title).toBe(`Ready: ${LIBRARY_TITLE}`), waitOptions);
  expect(toasts()).toEqual([]);
  looks("visible", true);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(toasts()).toEqual([["Your sermon is ready"]]);
  await waitFor(() => expect(document.title).toBe(LIBRARY_TITLE));
});

test("who asked to be told gets a notification that names neither topic nor title", async () => {
  const shown = vi.fn<(...told: unknown[]) => void>();
  class FakeNotification extends EventTarget {
    static permission = "default";
    static requestPermission = async () => (FakeNotification.permission = "granted");
    constructor(...told: unknown[]) {
      super();
      shown(...told);
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
  stored = recording;
  open("/dashboard");
  fireEvent.click(await screen.findByRole("button", { name: "Tell me when it is ready" }));
  await screen.findByText("You will be told when it is ready.");
  looks("hidden", false);
  stored = finished;
  await waitFor(() => expect(shown).toHaveBeenCalledOnce(), waitOptions);
  expect(shown.mock.calls[0]?.[0]).toBe("Your sermon is ready");
  expect(JSON.stringify(shown.mock.calls)).not.toMatch(/father|Door/);
});

test("on a phone, where pages show none, the worker shows it, with the way to the sermon", async () => {
  const showNotification = vi.fn<(...told: unknown[]) => Promise<void>>(async () => {});
  class NoNotification {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  }
  vi.stubGlobal("Notification", NoNotification);
  const worker = { controller: {}, ready: Promise.resolve({ showNotification }) };
  const userAgent = "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile";
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: worker }, userAgent: { value: userAgent } }));
  stored = recording;
  open("/dashboard");
  fireEvent.click(await screen.findByRole("button", { name: "Tell me when it is ready" }));
  await screen.findByText("You will be told when it is ready.");
  looks("hidden", false);
  stored = finished;
  await waitFor(() => expect(showNotification).toHaveBeenCalledOnce(), waitOptions);
  const [title, options] = showNotification.mock.calls[0] ?? [];
  expect(title).toBe("Your sermon is ready");
  expect(options).toMatchObject({ tag: GENERATION, data: `/sermon/${GENERATION}` });
  expect(JSON.stringify(showNotification.mock.calls)).not.toMatch(/father|Door/);
});

test.each(["denied", undefined])("where notifications are %s, none is offered", async (permission) => {
  vi.stubGlobal("Notification", permission && { permission });
  stored = recording;
  open("/dashboard");
  await screen.findByText(/^You can leave this page/);
  expect(screen.queryByRole("button", { name: "Tell me when it is ready" })).toBeNull();
});

test("who leaves while the request is on its way is followed by the sermon", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/generate-sermon", () => answer.promise);
  const router = open("/dashboard");
  await screen.findByRole("option", { name: "10 minutes" });
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: PROMPT } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  await screen.findByRole("list", { name: "Progress" });
  await act(() => router.navigate("/profile"));
  stored = recording;
  answer.resolve(textStream());
  expect(
    within(await line())
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/dashboard");
});

test("a sermon that is saved later gets its own address, where a reload finds it", async () => {
  answers.set("GET /rest/v1/sermons", () => Response.json([sermonRow]));
  const router = open("/sermon/new", { content: CONTENT, audio_url: null, image_url: null, id: GENERATION });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/sermon/${GENERATION}`), waitOptions);
  expect(router.state.location.state).toBeNull();
  await screen.findByRole("heading", { name: "The Open Door" });
});
