import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  answers,
  calls,
  offline,
  waitOptions,
  testUser,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import {
  AUDIO,
  CONTENT,
  events,
  finished,
  GENERATION,
  generationRows,
  IMAGE,
  PROMPT,
  recording,
  textFailed,
  textStream,
  writing,
  type Stored,
} from "../../features/sermons/create/test-generation.ts";
import type { wait } from "../../lib/wait.ts";
import { RunningSermon } from "../../shell/running-sermon.tsx";
import Dashboard from "./dashboard.tsx";
import Sermon from "./sermon.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const VOICE_FAILED = "Could not generate the audio version, but the text is available.";
const NO_RECORDING = "This sermon has no recording.";

const status = {
  subscribed: false,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};
const withoutVoice: Stored = { ...finished, voice: ["error", "failed"] };

let stored: Stored | null;
const sermonRow = { id: GENERATION, title: PROMPT, content: CONTENT, created_at: "2026-11-01T00:00:00Z" };
let sermon: { audio_url: string | null; image_url: string | null };
beforeEach(() => {
  stored = null;
  sermon = { audio_url: null, image_url: null };
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/generations", () => generationRows(stored));
  answers.set("GET /rest/v1/sermons", () => Response.json([{ ...sermonRow, ...sermon }]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/generate-sermon", written);
  answers.set("POST /functions/v1/generate-voice", () => Response.json({ audioFileName: AUDIO }));
  answers.set("POST /functions/v1/generate-image", () => Response.json({ fileName: IMAGE }));
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t` }),
  );
  answers.set("GET /rest/v1/generation_steps", () => Response.json([{ alt: "A hill." }]));
});

/** The text is written, and all is made. */
const written = () => {
  stored = finished;
  return textStream();
};
const page = (
  <>
    <RunningSermon userId={testUser.id} />
    <Dashboard />
  </>
);
const dashboard = () =>
  visit("/dashboard", [
    { path: "/dashboard", element: page },
    { path: "/sermon/:id", element: "The sermon" },
  ]);
const sermonPage = () =>
  visit({ pathname: `/sermon/${GENERATION}`, state: null }, [{ path: "/sermon/:id", element: <Sermon /> }]);
const toFunction = (name: string) => calls.filter(({ to }) => to === `POST /functions/v1/${name}`).map(({ body }) => body);
const progress = () => within(screen.getByRole("list", { name: "Progress" }));
const stepStates = () =>
  progress()
    .getAllByRole("listitem")
    .map((item) => item.dataset["status"]);

test("a failed text shows the reason and a retry button", async () => {
  let down = true;
  answers.set("POST /functions/v1/generate-sermon", () =>
    down
      ? Response.json(
          { code: "text_unavailable", message: "The text could not be written: server configuration." },
          { status: 503 },
        )
      : written(),
  );
  dashboard();
  await screen.findByText("Free Trial Active");
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: PROMPT } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  const retryButton = await screen.findByRole("button", { name: "Try again: Generating sermon content" });
  progress().getByText("The sermon generation service is temporarily unavailable. Our team has been notified.");
  down = false;
  fireEvent.click(retryButton);
  await screen.findByText("The sermon");
  const [first, second] = toFunction("generate-sermon") as Record<string, unknown>[];
  expect({ ...second, idempotencyKey: null }).toEqual({ ...first, idempotencyKey: null });
  // The first generation has failed, so the retry is a new one with a new key.
  expect(second?.["idempotencyKey"]).not.toBe(first?.["idempotencyKey"]);
});

test("a text that failed after a part was shown says that the day counts and that the topic can be retried", async () => {
  const daily = "Daily limit reached. Try again tomorrow.";
  let asked = 0;
  answers.set("POST /functions/v1/generate-sermon", () => {
    answers.set("POST /functions/v1/check-subscription", () =>
      Response.json({ ...status, trial: { isInTrial: true, canGenerateToday: false, generationsLeft: 2 } }),
    );
    if (++asked > 1) return Response.json({ code: "daily_limit", message: daily }, { status: 403 });
    stored = { ...textFailed, draft: CONTENT };
    return events(
      ["started", { generationId: GENERATION }],
      ["text", { offset: 0, text: CONTENT }],
      ["error", { code: "text_failed", message: "Could not generate the sermon text. Please try again." }],
    );
  });
  dashboard();
  await screen.findByText("Free Trial Active");
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: PROMPT } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  const dayCounts = "Today's sermon was begun, so it counts. You can try this topic again without using another day.";
  await screen.findByText(dayCounts);
  screen.getByText("Come in.");
  await screen.findByText("2 of 3 sermons remaining");
  fireEvent.click(screen.getByRole("button", { name: "Try again: Generating sermon content" }));
  // The server allows no further retry.
  await waitFor(() => expect(screen.queryByText(dayCounts)).toBeNull(), waitOptions);
  await waitFor(() => expect(screen.getAllByText(daily).length).toBe(2), waitOptions);
  expect(screen.queryByRole("button", { name: "Try again: Generating sermon content" })).toBeNull();
});

test.each([
  [
    "a lost connection while the user is being checked",
    () => answers.set("GET /auth/v1/user", offline),
    "Sermon Text Generation Failed",
  ],
  [
    "an unexpected exception",
    () =>
      vi.spyOn(crypto, "randomUUID").mockImplementationOnce(() => {
        throw new Error("odd");
      }),
    "Generic Error",
  ],
])("%s has its own message", async (_, causeFailure, title) => {
  dashboard();
  await screen.findByText("Free Trial Active");
  causeFailure();
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: PROMPT } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  const description =
    title === "Generic Error"
      ? "An unexpected error occurred. Please try again."
      : "Network issue detected. Please check your internet connection and try again.";
  if (title === "Generic Error") await expect.poll(toasts, waitOptions).toEqual([[title, description]]);
  else {
    const step = within(await screen.findByRole("list", { name: "Progress" }));
    await step.findByText(title, {}, waitOptions);
    step.getByText(description);
    expect(toasts()).toEqual([]);
  }
});

test("on return, a running generation shows the partial text, then the whole text", async () => {
  stored = writing;
  dashboard();
  await screen.findByRole("heading", { name: "The Open Door" });
  expect(stepStates()).toEqual(["in-progress", "in-progress", "pending"]);
  expect(screen.queryByText("Come in.")).toBeNull();
  stored = recording;
  await screen.findByText("Come in.", {}, waitOptions);
});

test("on return, a failed generation shows the error and can be retried with the same topic", async () => {
  stored = { ...textFailed, voiceName: "Sarah", minutesAgo: 10 };
  dashboard();
  const retryButton = await screen.findByRole("button", { name: "Try again: Generating sermon content" });
  expect(stepStates()).toEqual(["error", "pending", "pending"]);
  progress().getByText("The sermon generation service is temporarily unavailable. Our team has been notified.");
  await screen.findByText("Free Trial Active");
  fireEvent.click(retryButton);
  await screen.findByText("The sermon");
  expect(toFunction("generate-sermon")).toMatchObject([{ prompt: PROMPT, duration: "5", voice: "Sarah" }]);
});

test.each([
  ["failed long ago", { ...textFailed, minutesAgo: 90 }],
  ["is in the library", withoutVoice],
])("a generation that %s is not shown on return", async (_, found) => {
  stored = found;
  dashboard();
  await screen.findByText("Free Trial Active");
  await waitFor(() => expect(calls.some(({ to }) => to === "GET /rest/v1/generations")).toBe(true), waitOptions);
  expect(screen.queryByRole("list", { name: "Progress" })).toBeNull();
});

test("a sermon without voice and picture offers to make each again", async () => {
  stored = { ...withoutVoice, image: ["error", "failed"] };
  sermonPage();
  const voice = await screen.findByRole("button", { name: "Try again: Record again" });
  screen.getByText(NO_RECORDING);
  screen.getByText("This sermon has no picture of its own.");
  answers.set("POST /functions/v1/generate-voice", () => {
    sermon = { ...sermon, audio_url: AUDIO };
    stored = { ...withoutVoice, voice: ["completed"], image: ["error", "failed"] };
    return Response.json({ audioFileName: AUDIO });
  });
  fireEvent.click(voice);
  await waitFor(() => expect(screen.queryByText(NO_RECORDING)).toBeNull(), waitOptions);
  await waitFor(() => expect(document.querySelector("audio")?.src).toContain("audio-cors-proxy"), waitOptions);
  fireEvent.click(screen.getByRole("button", { name: "Try again: Draw again" }));
  await waitFor(() => expect(toFunction("generate-image")).toEqual([{ generationId: GENERATION, again: true }]), waitOptions);
});

test("a retry that fails or is not allowed shows a toast", async () => {
  stored = withoutVoice;
  sermonPage();
  const refuse = (code: string, message: string) => () => Response.json({ code, message }, { status: 429 });
  answers.set("POST /functions/v1/generate-voice", refuse("voice_failed", VOICE_FAILED));
  fireEvent.click(await screen.findByRole("button", { name: "Try again: Record again" }));
  await expect.poll(toasts, waitOptions).toContainEqual(["Voice Generation Failed", VOICE_FAILED]);
  const limitReached = "This sermon has been recorded as often as it can be.";
  answers.set("POST /functions/v1/generate-voice", refuse("voicings_used", limitReached));
  await waitFor(() => fireEvent.click(screen.getByRole("button", { name: "Try again: Record again" })), waitOptions);
  await expect.poll(toasts, waitOptions).toContainEqual(["Voice Generation Failed", limitReached]);
});

test("a sermon whose recording is still being made says so, and plays it once it is there", async () => {
  stored = recording;
  sermon = { audio_url: null, image_url: IMAGE };
  sermonPage();
  await screen.findByText("The recording is still being made...");
  sermon = { audio_url: AUDIO, image_url: IMAGE };
  stored = { ...withoutVoice, voice: ["completed"] };
  await waitFor(() => expect(document.querySelector("audio")?.src).toContain("audio-cors-proxy"), waitOptions);
  expect(screen.queryByText("The recording is still being made...")).toBeNull();
});
