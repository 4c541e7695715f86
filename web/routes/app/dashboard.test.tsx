import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  recording,
  textStream,
  type Stored,
} from "../../features/sermons/create/test-generation.ts";
import type { wait } from "../../lib/wait.ts";
import { RunningSermon } from "../../shell/running-sermon.tsx";
import Dashboard from "./dashboard.tsx";

// Pauses between attempts are skipped.
vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const trial = { isInTrial: true, canGenerateToday: true, generationsLeft: 3 };
const status = {
  subscribed: false,
  trial,
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};
const errorResponse = (status: number, code: string, message: string) => Response.json({ code, message }, { status });
const toFunction = (name: string) => calls.filter(({ to }) => to === `POST /functions/v1/${name}`).map(({ body }) => body);

/** What the server has stored; a generation that is asked for is at once what `made` says. */
let stored: Stored | null;
let made: Stored;

beforeEach(() => {
  stored = null;
  made = finished;
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => generationRows(stored));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/generate-sermon", () => {
    stored = made;
    return textStream();
  });
});

const dashboard = (
  <>
    <RunningSermon userId={testUser.id} />
    <Dashboard />
  </>
);
const open = (address = "/dashboard") =>
  visit(address, [
    { path: "/dashboard", element: dashboard },
    { path: "/sermon/:id", element: "The sermon" },
  ]);

async function generate(topic = "forgiving my father") {
  await screen.findByText("Free Trial Active");
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: topic } });
  const button = screen.getByRole("button", { name: "Generate Sermon" });
  // A double click must start only one generation.
  fireEvent.click(button);
  fireEvent.click(button);
}
const stepStates = () =>
  within(screen.getByRole("list", { name: "Progress" }))
    .getAllByRole("listitem")
    .map((item) => item.dataset["status"]);

test("a finished sermon is opened with text, recording and picture, and the server's own row is the library's", async () => {
  const router = open();
  await generate("  forgiving my father ");
  await screen.findByText("The sermon");
  expect(router.state.location).toMatchObject({
    pathname: `/sermon/${GENERATION}`,
    state: { content: CONTENT, audio_url: AUDIO, image_url: IMAGE },
  });
  const prompt = "forgiving my father";
  expect(toFunction("generate-sermon")).toEqual([
    { prompt, duration: "5", userId: testUser.id, voice: "John", idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  // The server makes and saves everything by itself.
  const sent = calls.map(({ to }) => to);
  for (const call of ["POST /functions/v1/generate-voice", "POST /functions/v1/generate-image", "POST /rest/v1/sermons"])
    expect(sent).not.toContain(call);
  expect(toasts()).toEqual([]);
});

test("during the generation the text is shown, and the steps show the progress", async () => {
  made = recording;
  open();
  await generate();
  await screen.findByText("Come in.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Processing..." }).disabled).toBe(true);
  await waitFor(() => expect(stepStates()).toEqual(["completed", "in-progress", "completed"]), waitOptions);
  screen.getByText("The recording is still being made");
  stored = finished;
  await screen.findByText("The sermon");
});

test.each([
  [() => errorResponse(401, "bad_jwt", "Invalid JWT"), "Authentication error. Please try logging out and back in."],
  [offline, "Network issue detected. Please check your internet connection and try again."],
  [
    () => events(["error", { code: "text_unavailable", message: "The text could not be written: server configuration." }]),
    "The sermon generation service is temporarily unavailable. Our team has been notified.",
  ],
  [() => errorResponse(403, "duration_not_allowed", "Ten-minute sermons are part of Premium."), /^Ten-minute sermons/],
  [() => new Response("gateway", { status: 502 }), "Could not generate the sermon text. Please try again."],
])("a text that is refused says so once, in its step (%#)", async (answer, description) => {
  answers.set("POST /functions/v1/generate-sermon", answer);
  const router = open();
  await generate();
  const progress = within(await screen.findByRole("list", { name: "Progress" }));
  await progress.findByText("Sermon Text Generation Failed", {}, waitOptions);
  progress.getByText(description);
  expect(stepStates()).toEqual(["error", "pending", "pending"]);
  expect(progress.getAllByText("Not begun")).toHaveLength(2);
  expect(toasts()).toEqual([]);
  expect(router.state.location.pathname).toBe("/dashboard");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" }).disabled).toBe(false);
});

test("the list of steps stays the same while its sermon is asked for and refused, so that a screen reader tells of it", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/generate-sermon", () => answer.promise);
  open();
  await generate();
  const list = await screen.findByRole("list", { name: "Progress" });
  answer.resolve(errorResponse(403, "duration_not_allowed", "Ten-minute sermons are part of Premium."));
  expect(await within(list).findByText("Sermon Text Generation Failed")).toBeDefined();
});

test("the page goes to where the text grows, when a sermon is asked for and for who comes back to one", async () => {
  const moved = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  const places = () => moved.mock.contexts.map((one) => one instanceof Element && one.getAttribute("aria-label"));
  answers.set("POST /functions/v1/generate-sermon", () => new Promise<Response>(() => {}));
  open();
  await generate();
  await screen.findByRole("list", { name: "Progress" });
  await waitFor(() => expect([moved.mock.calls, places()]).toEqual([[[{ block: "start" }]], ["Your sermon"]]));
  cleanup();
  moved.mockClear();
  stored = recording;
  open();
  await screen.findByRole("list", { name: "Progress" });
  await waitFor(() => expect([moved.mock.calls, places()]).toEqual([[[{ block: "start" }]], ["Your sermon"]]));
});

test("a day that was used elsewhere is told once, by the plan", async () => {
  answers.set("POST /functions/v1/generate-sermon", () => {
    const usedToday = { ...status, trial: { ...trial, canGenerateToday: false, generationsLeft: 2 } };
    answers.set("POST /functions/v1/check-subscription", () => Response.json(usedToday));
    return errorResponse(403, "daily_limit", "Daily limit reached. Try again tomorrow.");
  });
  open();
  await generate();
  await screen.findByText("2 of 3 sermons remaining");
  await waitFor(() => expect(screen.queryByRole("list", { name: "Progress" })).toBeNull(), waitOptions);
  const said = screen.getAllByText("Daily limit reached. Try again tomorrow.");
  // On wide screens in the plan, on others under the button.
  for (const unseen of [".lg\\:sr-only", ".max-lg\\:hidden"])
    expect(said.filter((element) => !element.closest(unseen))).toHaveLength(1);
  expect(toasts()).toEqual([]);
});

test("an interrupted stream is asked for again with the same key, and its loss is told to nobody", async () => {
  let attempts = 0;
  answers.set("POST /functions/v1/generate-sermon", () => {
    stored = recording;
    return ++attempts === 1
      ? events(["started", { generationId: GENERATION }], ["text", { offset: 0, text: "# The" }])
      : textStream();
  });
  open();
  await generate();
  await screen.findByText("Come in.");
  const [first, second] = toFunction("generate-sermon");
  expect(second).toEqual(first);
  expect(toasts()).toEqual([]);
  stored = finished;
  await screen.findByText("The sermon");
});

test("a request that nothing answers is sent again under the same key before anybody is told", async () => {
  let attempts = 0;
  answers.set("POST /functions/v1/generate-sermon", () => {
    if (++attempts < 4) return offline();
    stored = finished;
    return textStream();
  });
  open();
  await generate();
  await screen.findByText("The sermon");
  const sent = toFunction("generate-sermon");
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map((body) => (body as { idempotencyKey: string }).idempotencyKey)).size).toBe(1);
  expect(toasts()).toEqual([]);
});

test("Try again after a lost connection sends the same key, since the server may have begun", async () => {
  answers.set("POST /functions/v1/generate-sermon", offline);
  open();
  await generate();
  const again = await screen.findByRole("button", { name: "Try again: Generating sermon content" }, waitOptions);
  answers.set("POST /functions/v1/generate-sermon", () => {
    stored = finished;
    return textStream();
  });
  fireEvent.click(again);
  await screen.findByText("The sermon");
  const keys = toFunction("generate-sermon").map((body) => (body as { idempotencyKey: string }).idempotencyKey);
  expect(keys).toHaveLength(6);
  expect(new Set(keys).size).toBe(1);
});

test("without a connection after the text the page says so, and opens the sermon when it is back", async () => {
  made = recording;
  open();
  await generate();
  await screen.findByText("The recording is still being made");
  answers.set("GET /rest/v1/generations", offline);
  await screen.findByText(/^The connection is away. Your sermon is still being made/, {}, waitOptions);
  expect(toasts()).toEqual([]);
  stored = finished;
  answers.set("GET /rest/v1/generations", () => generationRows(stored));
  window.dispatchEvent(new Event("online"));
  await screen.findByText("The sermon");
  expect(toasts()).toEqual([]);
});

test("a sermon without voice and image is opened all the same, and each is told once", async () => {
  made = { ...finished, voice: ["error", "failed"], image: ["error", "failed"] };
  const router = open();
  await generate();
  await screen.findByText("The sermon");
  expect(toasts()).toEqual([
    ["Voice Generation Failed", "Could not generate the audio version, but the text is available."],
    ["Image Generation Failed", "Could not generate the theme image, but the sermon and audio are available."],
  ]);
  expect(router.state.location.state).toMatchObject({ content: CONTENT, audio_url: null, image_url: null });
});

test("a substituted voice is requested once more as the default voice", async () => {
  made = { ...finished, voiceName: "Sarah", spokenBy: "Liam" };
  answers.set("POST /functions/v1/generate-voice", ({ body }) =>
    Response.json({ audioFileName: AUDIO, ...(!(body as { voice?: string }).voice && { voiceSubstituted: true }) }),
  );
  open();
  await screen.findByText("Free Trial Active");
  fireEvent.change(screen.getByRole("combobox", { name: "Voice" }), { target: { value: "Sarah" } });
  await generate();
  await screen.findByText("The sermon");
  expect(toFunction("generate-sermon")).toMatchObject([{ voice: "Sarah" }]);
  const waiting = { generationId: GENERATION, again: false };
  expect(toFunction("generate-voice")).toEqual([waiting, { ...waiting, voice: "John" }]);
  expect(toasts()).toEqual([["Voice Changed", "Your selected voice was unavailable and replaced with the default voice."]]);
});

test("a substituted default voice shows one toast, not the one for a partial recording", async () => {
  made = { ...finished, spokenBy: "Liam" };
  const message = "That voice rests today.";
  answers.set("POST /functions/v1/generate-voice", () =>
    Response.json({ audioFileName: AUDIO, voiceSubstituted: true, message }),
  );
  open();
  await generate();
  await screen.findByText("The sermon");
  expect(toasts()).toEqual([["Voice Changed", message]]);
});

test("a partial recording shows a toast", async () => {
  made = { ...finished, partial: true };
  const message = "The sermon is too long to be read aloud in full. Only the first part was recorded.";
  answers.set("POST /functions/v1/generate-voice", () => Response.json({ audioFileName: AUDIO, message }));
  open();
  await generate();
  await screen.findByText("The sermon");
  expect(toasts()).toEqual([["Partial Audio Generated", message]]);
});

test("a sermon that the server could not save is still shown", async () => {
  made = { ...finished, save: ["error", "gave_up"] };
  const router = open();
  await generate();
  await screen.findByText("The sermon");
  expect(router.state.location).toMatchObject({ pathname: "/sermon/new", state: { content: CONTENT, id: GENERATION } });
  expect(toasts()).toEqual([["Save Error", "Could not save the sermon to your library, but you can still view it now."]]);
});

test("an empty or too long topic is not sent", async () => {
  open();
  await screen.findByText("Free Trial Active");
  const topic = screen.getByLabelText("Your topic or theme");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" }).disabled).toBe(true);
  fireEvent.keyDown(topic, { key: "Enter", ctrlKey: true });
  expect(toasts()).toEqual([["Please enter a prompt", "You need to provide a topic or theme for your sermon"]]);
  fireEvent.change(topic, { target: { value: "x".repeat(1990) } });
  expect(screen.getByText("10 of 2000 characters left")).toBeDefined();
  fireEvent.change(topic, { target: { value: "x".repeat(2001) } });
  expect(screen.getByRole("alert").textContent).toBe("Please shorten your topic by 1 character.");
  fireEvent.keyDown(topic, { key: "Enter", ctrlKey: true });
  expect(toFunction("generate-sermon")).toEqual([]);
});

test("an ended session asks to sign in", async () => {
  answers.set("GET /auth/v1/user", () => Response.json({ code: "bad_jwt", message: "expired" }, { status: 403 }));
  open();
  await generate();
  await expect.poll(toasts, waitOptions).toContainEqual(["Authentication required", "Please sign in to generate sermons"]);
});

test("six voices are offered, John first", async () => {
  open();
  const voice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Voice" });
  expect(voice.value).toBe("John");
  expect([...voice.options].map(({ text }) => text)).toEqual(["John", "Daniel", "Sarah", "Charlie", "Roger", "Liam"]);
});

test("subscribers can choose ten minutes and see no trial card", async () => {
  answers.set("POST /functions/v1/check-subscription", () => Response.json({ ...status, subscribed: true }));
  open();
  const ten = await screen.findByRole<HTMLOptionElement>("option", { name: "10 minutes" });
  await waitFor(() => expect(ten.disabled).toBe(false), waitOptions);
  expect(screen.queryByText("Ten minutes are part of Premium.")).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "Duration" }), { target: { value: "10" } });
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  await screen.findByText("The sermon");
  expect(toFunction("generate-sermon")).toMatchObject([{ duration: "10" }]);
});

test("a running generation is shown on return, and its sermon opens when it is finished", async () => {
  stored = recording;
  open();
  await screen.findByText(/^You can leave this page/);
  expect(stepStates()).toEqual(["completed", "in-progress", "completed"]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Processing..." }).disabled).toBe(true);
  stored = finished;
  await screen.findByText("The sermon");
  expect(calls.findLast(({ to }) => to === "GET /rest/v1/generations")?.query.get("id")).toBe(`eq.${GENERATION}`);
});
