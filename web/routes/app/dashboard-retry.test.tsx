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
import Dashboard from "./dashboard.tsx";
import Sermon from "./sermon.tsx";

const GENERATION = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const CONTENT = "# The Open Door\n\n*You may come as you are.*\n\n## First\n\nCome in.";
const PROMPT = "forgiving my father";
const AUDIO = `${testUser.id}/${GENERATION}/a.mp3`;
const IMAGE = `${testUser.id}/${GENERATION}/a.webp`;
const VOICE_FAILED = "Could not generate the audio version, but the text is available.";
const IMAGE_FAILED = "Could not generate the theme image, but the sermon and audio are available.";

const status = {
  subscribed: false,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};
type Step = [status: string, error_code?: string];
interface Stored {
  state: string;
  text: Step;
  voice: Step;
  image: Step;
  minutesAgo?: number;
}
const row = ({ state, minutesAgo = 0, ...steps }: Stored) => ({
  id: GENERATION,
  state,
  prompt: PROMPT,
  minutes: 5,
  voice: "Sarah",
  reading: null,
  rewrite_of: null,
  created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  generation_steps: Object.entries(steps).map(([kind, [step, error_code = null]]) => ({
    kind,
    status: step,
    error_code,
    draft: kind === "text" ? CONTENT.slice(0, 20) : "",
    content: kind === "text" && step === "completed" ? CONTENT : null,
  })),
});
const failed = {
  state: "failed",
  text: ["error", "unavailable"],
  voice: ["error", "no_text"],
  image: ["error", "no_text"],
} satisfies Stored;
const withoutVoice = {
  state: "finished",
  text: ["completed"],
  voice: ["error", "failed"],
  image: ["completed"],
} satisfies Stored;

let stored: Stored | null;
const sermonRow = { id: GENERATION, title: PROMPT, content: CONTENT, created_at: "2026-11-01T00:00:00Z" };
let sermon: { audio_url: string | null; image_url: string | null };
beforeEach(() => {
  stored = null;
  sermon = { audio_url: null, image_url: null };
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/generations", () => Response.json(stored ? [row(stored)] : []));
  answers.set("GET /rest/v1/sermons", () => Response.json([{ ...sermonRow, ...sermon }]));
  answers.set("POST /rest/v1/sermons", () => Response.json({ id: GENERATION }, { status: 201 }));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ sermon: CONTENT, generationId: GENERATION }));
  answers.set("POST /functions/v1/generate-voice", () => Response.json({ audioFileName: AUDIO }));
  answers.set("POST /functions/v1/generate-image", () => Response.json({ fileName: IMAGE }));
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t` }),
  );
  answers.set("GET /rest/v1/generation_steps", () => Response.json([{ alt: "A hill." }]));
});

const dashboard = () =>
  visit("/dashboard", [
    { path: "/dashboard", element: <Dashboard /> },
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
      : Response.json({ sermon: CONTENT, generationId: GENERATION }),
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
    const events = [
      `event: text\ndata: ${JSON.stringify({ offset: 0, text: CONTENT })}\n\n`,
      `event: error\ndata: ${JSON.stringify({ code: "text_failed", message: "Could not generate the sermon text. Please try again." })}\n\n`,
    ];
    return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
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
  await progress().findByText(daily);
  expect(screen.queryByText(dayCounts)).toBeNull();
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
  await expect.poll(toasts, waitOptions).toContainEqual([title, description]);
});

test("on return, a running generation shows the partial text, then the whole text", async () => {
  stored = { state: "running", text: ["in-progress"], voice: ["in-progress"], image: ["pending"] };
  dashboard();
  await screen.findByRole("heading", { name: "The Open Door" });
  expect(stepStates()).toEqual(["in-progress", "in-progress", "pending"]);
  expect(screen.queryByText("Come in.")).toBeNull();
  stored = { state: "running", text: ["completed"], voice: ["in-progress"], image: ["completed"] };
  await screen.findByText("Come in.", {}, waitOptions);
});

test("on return, a failed generation shows the error and can be retried with the same topic", async () => {
  stored = { ...failed, minutesAgo: 10 };
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
  ["failed long ago", { ...failed, minutesAgo: 90 }],
  ["is in the library", withoutVoice],
])("a generation that %s is not shown on return", async (_, found) => {
  stored = found;
  dashboard();
  await screen.findByText("Free Trial Active");
  await waitFor(() => expect(calls.some(({ to }) => to === "GET /rest/v1/generations")).toBe(true), waitOptions);
  expect(screen.queryByRole("list", { name: "Progress" })).toBeNull();
});

test("a voice that failed while the page was open can be recorded again", async () => {
  stored = { state: "running", text: ["completed"], voice: ["in-progress"], image: ["in-progress"] };
  dashboard();
  await screen.findByText(/A sermon you started is still being made/);
  stored = withoutVoice;
  const retryButton = await screen.findByRole("button", { name: "Try again: Creating voice recording" }, waitOptions);
  progress().getByText(VOICE_FAILED);
  const recording = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/generate-voice", () => recording.promise);
  fireEvent.click(retryButton);
  await waitFor(() => expect(stepStates()).toEqual(["completed", "in-progress", "completed"]), waitOptions);
  stored = { ...withoutVoice, voice: ["completed"] };
  recording.resolve(Response.json({ audioFileName: AUDIO }));
  await waitFor(() => expect(stepStates()).toEqual(["completed", "completed", "completed"]), waitOptions);
  expect(toFunction("generate-voice")).toEqual([{ generationId: GENERATION, again: true }]);
});

test("a sermon without voice and picture offers to make each again", async () => {
  stored = { ...withoutVoice, image: ["error", "failed"] };
  sermonPage();
  const voice = await screen.findByRole("button", { name: "Try again: Record again" });
  screen.getByText(VOICE_FAILED);
  screen.getByText(IMAGE_FAILED);
  answers.set("POST /functions/v1/generate-voice", () => {
    sermon = { ...sermon, audio_url: AUDIO };
    stored = { ...withoutVoice, voice: ["completed"], image: ["error", "failed"] };
    return Response.json({ audioFileName: AUDIO });
  });
  fireEvent.click(voice);
  await waitFor(() => expect(screen.queryByText(VOICE_FAILED)).toBeNull(), waitOptions);
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
  stored = { state: "running", text: ["completed"], voice: ["in-progress"], image: ["completed"] };
  sermon = { audio_url: null, image_url: IMAGE };
  sermonPage();
  await screen.findByText("The recording is still being made...");
  sermon = { audio_url: AUDIO, image_url: IMAGE };
  stored = { ...withoutVoice, voice: ["completed"] };
  await waitFor(() => expect(document.querySelector("audio")?.src).toContain("audio-cors-proxy"), waitOptions);
  expect(screen.queryByText("The recording is still being made...")).toBeNull();
});
