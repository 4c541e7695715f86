import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, session, storeSession, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { getSupabase } from "../../lib/supabase.ts";
import Dashboard from "./dashboard.tsx";

const KEY = `topic-draft.${testUser.id}`;
const TOPIC = "My father died in spring";
const GENERATION = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const status = {
  subscribed: true,
  trial: { isInTrial: false, canGenerateToday: true, generationsLeft: 0 },
  trialEndsAt: null,
  trialAvailable: false,
  status: "active",
  quota: null,
};
const reading = (key: string, heard: string) => ({ key, heard, passage: null });
const refused = (code: string) => () => Response.json({ code, message: "Not this." }, { status: 422 });

beforeEach(() => {
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/read-topic", () => Response.json({ readings: [], audience: "self", language: null }));
});

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme");
const choice = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const stored = () => localStorage.getItem(KEY);
async function open() {
  cleanup();
  visit("/dashboard", [
    { path: "/dashboard", element: <Dashboard /> },
    { path: "/sermon/:id", element: "The sermon" },
  ]);
  const ten = await screen.findByRole<HTMLOptionElement>("option", { name: "10 minutes" });
  await waitFor(() => expect(ten.disabled).toBe(false), waitOptions);
}
/** Empties the topic, and waits for the recent ones that are asked for then. */
async function emptyTopic() {
  const reads = () => calls.filter(({ to }) => to === "GET /rest/v1/sermons").length;
  const before = reads();
  type("");
  await waitFor(() => expect(reads()).toBe(before + 1), waitOptions);
}
function generate() {
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
}

test("typed words, voice and length are there again when the page is opened anew", async () => {
  await open();
  type(TOPIC);
  fireEvent.change(choice("Voice"), { target: { value: "Sarah" } });
  fireEvent.change(choice("Duration"), { target: { value: "10" } });
  await open();
  expect([box().value, choice("Voice").value, choice("Duration").value]).toEqual([TOPIC, "Sarah", "10"]);
  await emptyTopic();
  fireEvent.change(choice("Voice"), { target: { value: "John" } });
  fireEvent.change(choice("Duration"), { target: { value: "5" } });
  expect(stored()).toBeNull();
});

test("a length of ten minutes that is stored is shown only to somebody who can have it", async () => {
  localStorage.setItem(KEY, JSON.stringify({ topic: TOPIC, minutes: 10 }));
  answers.set("POST /functions/v1/check-subscription", () => Response.json({ ...status, subscribed: false }));
  cleanup();
  visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);
  await screen.findByText("Ten minutes are part of Premium.");
  expect([box().value, choice("Duration").value]).toEqual([TOPIC, "5"]);
});

test("the words of somebody else on the same device are never shown, and stay theirs", async () => {
  const other = "1f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
  localStorage.setItem(`topic-draft.${other}`, JSON.stringify({ topic: "Not yours" }));
  await open();
  expect(box().value).toBe("");
  type(TOPIC);
  // As when another tab signs in: the page stays, the person changes.
  const user = { ...testUser, id: other };
  answers.set("GET /auth/v1/user", () => Response.json(user));
  await act(async () => {
    await (await getSupabase()).auth.setSession(session({ user }));
  });
  await waitFor(() => expect(box().value).toBe("Not yours"), waitOptions);
  expect(stored()).toContain(TOPIC);
});

test.each(["not JSON", "[]", '{"topic":7}', '{"voice":"Sarah"}'])("what is not a draft is not shown: %s", async (text) => {
  localStorage.setItem(KEY, text);
  await open();
  expect([box().value, choice("Voice").value]).toEqual(["", "John"]);
});

test("words survive a voice and a length that are no longer offered", async () => {
  localStorage.setItem(KEY, JSON.stringify({ topic: TOPIC, voice: "Methuselah", minutes: 90, choice: "?" }));
  await open();
  expect([box().value, choice("Voice").value, choice("Duration").value]).toEqual([TOPIC, "John", "5"]);
});

test("the form works where nothing can be stored", async () => {
  await open();
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: full, setItem: full, removeItem: full });
  type(TOPIC);
  expect(box().value).toBe(TOPIC);
});

test.each(["topic_declined", "daily_limit", "text_failed"])("the words stay when a sermon is refused: %s", async (code) => {
  answers.set("POST /functions/v1/generate-sermon", refused(code));
  await open();
  type(TOPIC);
  generate();
  await screen.findByText("Not this.");
  expect(box().value).toBe(TOPIC);
  // Also where an earlier sermon was on the same words.
  answers.set("GET /rest/v1/generations", () => Response.json([generation("finished")]));
  await open();
  expect(box().value).toBe(TOPIC);
});

test("behind the crisis panel nothing is stored, and the words are there on the way back", async () => {
  const crisis = { kind: "self-harm", message: "Thank you for saying this.", helplines: [] };
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ crisis }));
  await open();
  type(TOPIC);
  generate();
  fireEvent.click(await screen.findByRole("button", { name: "Back to the form" }));
  expect(box().value).toBe(TOPIC);
  expect(stored()).toBeNull();
  type(`${TOPIC}, and I pray`);
  expect(stored()).toContain("and I pray");
});

const generation = (state: "running" | "finished", text: "in-progress" | "completed" = "completed") => ({
  id: GENERATION,
  state,
  prompt: TOPIC,
  minutes: 5,
  voice: "John",
  reading: null,
  rewrite_of: null,
  created_at: new Date().toISOString(),
  generation_steps: [
    { kind: "text", status: text, error_code: null, draft: "# The", content: text === "completed" ? "# The" : null },
  ],
});

test("the words are kept until the text of their sermon is there", async () => {
  const text = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/generate-sermon", () => text.promise);
  await open();
  type(TOPIC);
  generate();
  await screen.findByRole("button", { name: "Processing..." });
  expect(stored()).toContain(TOPIC);
  answers.set("GET /rest/v1/generations", () => Response.json([generation("running")]));
  text.resolve(Response.json({ sermon: "# The", generationId: GENERATION }));
  await waitFor(() => expect(stored()).toBeNull(), waitOptions);
  // They stand in the form while the recording is made.
  expect(box().value).toBe(TOPIC);
});

test("a sermon that was finished without this page takes its words from the form, and no others", async () => {
  answers.set("POST /functions/v1/generate-sermon", () => Promise.withResolvers<never>().promise);
  await open();
  type(TOPIC);
  generate();
  await screen.findByRole("button", { name: "Processing..." });
  answers.set("GET /rest/v1/generations", () => Response.json([generation("finished")]));
  await open();
  await waitFor(() => expect(box().value).toBe(""), waitOptions);
  expect(stored()).toBeNull();
  type(TOPIC);
  await open();
  expect(box().value).toBe(TOPIC);
});

test("a generation that is followed takes its words from the form when it ends", async () => {
  localStorage.setItem(KEY, JSON.stringify({ topic: TOPIC, asked: true }));
  answers.set("GET /rest/v1/generations", () => Response.json([generation("running", "in-progress")]));
  await open();
  await screen.findByText(/^You can leave this page/);
  expect([box().value, stored()]).toEqual([TOPIC, expect.stringContaining(TOPIC)]);
  answers.set("GET /rest/v1/generations", () => Response.json([generation("finished")]));
  await screen.findByText("Your sermon is ready.");
  await waitFor(() => expect(box().value).toBe(""), waitOptions);
  expect(stored()).toBeNull();
});

test("restored words are heard again, once, with the reading that was chosen for them", async () => {
  const readings = [reading("grief.self", "Your father has died."), reading("anger.self", "A sermon about anger.")];
  answers.set("POST /functions/v1/read-topic", () => Response.json({ readings, audience: "self", language: null }));
  const asked = () => calls.filter(({ to }) => to === "POST /functions/v1/read-topic");
  await open();
  type(TOPIC);
  fireEvent.click(await screen.findByRole("button", { name: "Not quite?" }));
  fireEvent.click(screen.getByRole("button", { name: "A sermon about anger." }));
  expect(asked()).toHaveLength(1);
  await open();
  const line = within(screen.getByRole("region", { name: "What I hear" })).getByRole("status");
  await waitFor(() => expect(line.textContent).toBe("A sermon about anger."), waitOptions);
  expect(asked()).toHaveLength(2);
  answers.set("POST /functions/v1/generate-sermon", refused("topic_declined"));
  generate();
  const sent = () => calls.find(({ to }) => to === "POST /functions/v1/generate-sermon")?.body;
  await waitFor(() => expect(sent()).toMatchObject({ prompt: TOPIC, reading: "anger.self" }), waitOptions);
  await emptyTopic();
  expect(stored()).toBeNull();
});
