import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import {
  answers,
  calls,
  offline,
  storeSession,
  testUser,
  toasts,
  visit,
  waitOptions,
} from "../../features/auth/test-backend.tsx";
import { EMPTY_DRAFT, storeTopicDraft } from "../../features/sermons/create/topic-draft.ts";
import Dashboard from "./dashboard.tsx";

const status = {
  subscribed: false,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};
interface Asked {
  prompt: string;
  audience?: string;
  theme?: string;
  facts?: string[];
}
const reading = (theme: string, audience: string, heard: string, passage: string | null = null) => ({
  key: `${theme}.${audience}`,
  heard,
  passage,
});
const grief = ({ audience = "self" }: Partial<Asked> = {}) =>
  Response.json({
    readings: [
      reading(
        "grief",
        audience,
        audience === "congregation" ? "A homily for a congregation, about grief." : "Your father has died.",
      ),
      reading("forgiveness", audience, "A sermon about forgiving."),
      reading("anger", audience, "A sermon about anger."),
    ],
    audience,
    language: null,
  });
const one = (heard: string, { audience = "self", passage = null as string | null } = {}) =>
  Response.json({ readings: [reading("hope", audience, heard, passage)], audience, language: null });

beforeEach(() => {
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/read-topic", ({ body }) => grief(body as Asked));
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ code: "text_failed", message: "no" }, { status: 502 }));
});

const asked = () => calls.filter(({ to }) => to === "POST /functions/v1/read-topic").map(({ body }) => body as Asked);
const type = (topic: string) => fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: topic } });
const line = () => within(screen.getByRole("region", { name: "What I hear" })).getByRole("status").textContent;
async function open(topic?: string) {
  visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);
  await screen.findByText("Free Trial Active");
  if (topic !== undefined) type(topic);
}
async function generated(): Promise<unknown> {
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  const sent = () => calls.findLast(({ to }) => to === "POST /functions/v1/generate-sermon");
  await waitFor(() => expect(sent()).toBeDefined(), waitOptions);
  return (sent()?.body as { reading?: string } | undefined)?.reading;
}

test("what was heard is said once typing pauses, asked for once, and Generate sends no reading", async () => {
  await open();
  for (const topic of ["my f", "my fat", "my father", "my father died"]) type(topic);
  await screen.findByText("Your father has died.");
  expect(asked()).toEqual([{ prompt: "my father died" }]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "for me" }).checked).toBe(true);
  expect(screen.queryByRole("radio", { name: "for others I speak to" })).toBeNull();
  expect(await generated()).toBeUndefined();
});

test("an answer that comes late never replaces that of a newer topic", async () => {
  const late = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/read-topic", ({ body }) =>
    (body as Asked).prompt === "first words" ? late.promise : one("The newer one."),
  );
  await open("first words");
  await waitFor(() => expect(asked()).toHaveLength(1), waitOptions);
  type("second words");
  await screen.findByText("The newer one.");
  late.resolve(one("The older one."));
  await late.promise;
  // Asked for again, so that whatever the late answer does has been done.
  type("third words");
  await waitFor(() => expect(asked()).toHaveLength(3), waitOptions);
  expect(line()).toBe("The newer one.");
  expect(screen.queryByText("The older one.")).toBeNull();
});

test("under a topic in another language it is said in that language that the sermon will be in English", async () => {
  const writesInEnglish = "سيكون النص بالإنجليزية.";
  answers.set("POST /functions/v1/read-topic", () =>
    Response.json({ readings: [], audience: "self", language: { code: "ar", writesInEnglish } }),
  );
  await open("أشكر الله على عائلتي");
  const said = await screen.findByText(writesInEnglish);
  expect([said.lang, said.dir, line()]).toEqual(["ar", "auto", writesInEnglish]);
  expect(screen.queryByRole("radio", { name: "for me" })).toBeNull();
});

test.each([
  offline,
  () => Response.json({ code: "unexpected_failure", message: "no" }, { status: 500 }),
  () => Response.json({}),
])("a failure is silent: the line is not there (%#)", async (answer) => {
  answers.set("POST /functions/v1/read-topic", answer);
  await open("my father died");
  await waitFor(() => expect(asked()).toHaveLength(2), waitOptions);
  expect(line()).toBe("");
  expect(toasts()).toEqual([]);
  expect(await generated()).toBeUndefined();
});

test("a topic without a reading shows nothing", async () => {
  answers.set("POST /functions/v1/read-topic", () => Response.json({ readings: [], audience: "self", language: null }));
  await open("my father died");
  await waitFor(() => expect(asked()).toHaveLength(1), waitOptions);
  expect(line()).toBe("");
  await waitFor(() => expect(screen.queryByText(/^Write a few words/)).toBeNull(), waitOptions);
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

test("another reading is one tap away, goes along with Generate, and can be taken back", async () => {
  await open("my father died");
  fireEvent.click(await screen.findByRole("button", { name: "Not quite?" }));
  const others = () => within(screen.getByRole("list", { name: "What it could be instead" })).getAllByRole("button");
  expect(others().map((button) => button.textContent)).toEqual([
    "A sermon about forgiving.",
    "A sermon about anger.",
    "None of these",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "A sermon about anger." }));
  expect(line()).toBe("A sermon about anger.");
  const toggle = screen.getByRole("button", { name: "Not quite?" });
  expect([toggle.getAttribute("aria-expanded"), document.activeElement]).toEqual(["false", toggle]);
  fireEvent.click(toggle);
  fireEvent.click(screen.getByRole("button", { name: "Your father has died." }));
  expect(line()).toBe("Your father has died.");
  fireEvent.click(toggle);
  fireEvent.click(screen.getByRole("button", { name: "A sermon about anger." }));
  expect(await generated()).toBe("anger.self");
});

test("any subject can be chosen, holds while more is written, and goes with other words", async () => {
  answers.set("POST /functions/v1/read-topic", ({ body }) => {
    const { theme } = body as Asked;
    const chosen = theme === undefined ? [] : [reading(theme, "self", `A sermon about ${theme}.`)];
    return Response.json({
      readings: [reading("grief", "self", "A sermon about grief."), ...chosen],
      audience: "self",
      language: null,
    });
  });
  await open("they gave me a clock");
  fireEvent.click(await screen.findByRole("button", { name: "Not quite?" }));
  const subjects = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Or choose a subject" });
  fireEvent.change(subjects, { target: { value: "retirement" } });
  await waitFor(() => expect(line()).toBe("A sermon about retirement."), waitOptions);
  expect(subjects.value).toBe("retirement");
  type("they gave me a clock after 40 years");
  const { prompt, theme } = { prompt: "they gave me a clock after 40 years", theme: "retirement" };
  await waitFor(() => expect(asked().at(-1)).toEqual({ prompt, audience: "self", theme }), waitOptions);
  await waitFor(() => expect(line()).toBe("A sermon about retirement."), waitOptions);
  type("my father died");
  await waitFor(() => expect(line()).toBe("A sermon about grief."), waitOptions);
  expect(asked().filter((one) => one.prompt === "my father died")).toEqual([{ prompt: "my father died" }]);
  type("they gave me a clock");
  expect(await generated()).toBe("retirement.self");
});

test("none of these is a reading of its own, and is not kept for other words", async () => {
  await open("my father died");
  fireEvent.click(await screen.findByRole("button", { name: "Not quite?" }));
  fireEvent.click(screen.getByRole("button", { name: "None of these" }));
  expect(line()).toBe("A sermon that takes nothing for granted.");
  type("my father died in spring");
  await waitFor(() => expect(line()).toBe("Your father has died."), waitOptions);
  fireEvent.click(screen.getByRole("button", { name: "Not quite?" }));
  fireEvent.click(screen.getByRole("button", { name: "None of these" }));
  expect(await generated()).toBe("in-everything.self");
});

test("what was chosen for restored words goes along with Generate also before they were read again", async () => {
  const words = "my father died";
  storeTopicDraft(testUser.id, {
    ...EMPTY_DRAFT,
    topic: words,
    choice: { theme: "anger", prompt: words, audience: "congregation" },
  });
  await open();
  expect(await generated()).toBe("anger.congregation");
});

test.each(["None of these", "A sermon about anger."])(
  "%s, chosen for other words, is not sent with words that were not read yet",
  async (choice) => {
    await open("my father died");
    fireEvent.click(await screen.findByRole("button", { name: "Not quite?" }));
    fireEvent.click(screen.getByRole("button", { name: choice }));
    answers.set("POST /functions/v1/read-topic", () => one("A sermon about hope."));
    type("a better year than this");
    expect(await generated()).toBeUndefined();
    expect(asked().at(-1)).toEqual({ prompt: "a better year than this" });
  },
);

test("the list closes with Escape, and the keyboard is back at its button", async () => {
  await open("my father died");
  const toggle = await screen.findByRole("button", { name: "Not quite?" });
  fireEvent.click(toggle);
  fireEvent.keyDown(screen.getByRole("button", { name: "A sermon about anger." }), { key: "Escape" });
  expect(screen.queryByRole("list", { name: "What it could be instead" })).toBeNull();
  expect(document.activeElement).toBe(toggle);
});

test("the list is closed while a sermon is made", async () => {
  answers.set("POST /functions/v1/generate-sermon", () => Promise.withResolvers<never>().promise);
  await open("my father died");
  const toggle = await screen.findByRole("button", { name: "Not quite?" });
  fireEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  await generated();
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("list", { name: "What it could be instead" })).toBeNull();
});

test("for whom it is can be changed, is told anew, and goes along with Generate", async () => {
  await open("my father died");
  fireEvent.click(await screen.findByRole("radio", { name: "for a congregation" }));
  await screen.findByText("A homily for a congregation, about grief.");
  expect(asked()).toEqual([{ prompt: "my father died" }, { prompt: "my father died", audience: "congregation" }]);
  expect(await generated()).toBe("grief.congregation");
});

test("a group or children are offered where they were heard", async () => {
  answers.set("POST /functions/v1/read-topic", () => one("A homily for a group, about envy.", { audience: "group" }));
  await open("devotion for the youth group");
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "for others I speak to" })).checked).toBe(true);
  expect(await generated()).toBeUndefined();
});

test("a passage that is asked for is named, once", async () => {
  answers.set("POST /functions/v1/read-topic", ({ body }) =>
    (body as Asked).prompt === "Psalm 23"
      ? one("You ask for Psalm 23.", { passage: "Psalm 23" })
      : one("You lie awake at night.", { passage: "Psalm 4" }),
  );
  await open("Psalm 23");
  await waitFor(() => expect(line()).toBe("You ask for Psalm 23."), waitOptions);
  type("I lie awake, Psalm 4");
  await waitFor(() => expect(line()).toBe("You lie awake at night. With Psalm 4."), waitOptions);
});

test("a screen reader is told of a new sentence alone: the line is a polite status that is there before", async () => {
  await open();
  const region = screen.getByRole("region", { name: "What I hear" });
  const before = within(region).getByRole("status");
  const said: string[] = [];
  const observer = new MutationObserver(() => said.push(before.textContent));
  observer.observe(before, { childList: true, characterData: true, subtree: true });
  type("my father died");
  await screen.findByText("Your father has died.");
  type("my father died in");
  await waitFor(() => expect(asked()).toHaveLength(2), waitOptions);
  type("my father died in spring");
  await waitFor(() => expect(asked()).toHaveLength(3), waitOptions);
  observer.disconnect();
  expect(within(region).getByRole("status")).toBe(before);
  expect(said).toEqual(["Your father has died."]);
});

describe("what may be so", () => {
  const possible = [
    { fact: "business-failed", told: "The work you built has failed" },
    { fact: "sleepless", told: "You lie awake at night" },
  ];
  const bakery = ({ audience = "self", facts = [] }: Partial<Asked> = {}) =>
    Response.json({
      readings: facts.includes("business-failed")
        ? [reading("harvest-failed", audience, "The work you built has failed.")]
        : [reading("in-everything", audience, "A sermon about God in the midst of everything.")],
      possible: audience === "congregation" ? [] : possible,
      audience,
      language: null,
    });
  const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));

  beforeEach(() => {
    answers.set("POST /functions/v1/read-topic", ({ body }) => bakery(body as Asked));
  });

  test("is asked, changes what is heard once it is confirmed, and goes along with Generate", async () => {
    await open("the bakery shut after 22 years");
    await screen.findByRole("group", { name: /^Is any of this so/ });
    tick("The work you built has failed");
    await screen.findByText("The work you built has failed.");
    expect(asked().at(-1)).toEqual({
      prompt: "the bakery shut after 22 years",
      audience: "self",
      facts: ["business-failed"],
    });
    expect(await generated()).toBe("harvest-failed.self+business-failed");
  });

  test("is taken back with a second tap", async () => {
    await open("the bakery shut after 22 years");
    await screen.findByRole("group", { name: /^Is any of this so/ });
    tick("You lie awake at night");
    tick("You lie awake at night");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "You lie awake at night" }).checked).toBe(false);
    expect(await generated()).toBeUndefined();
  });

  test("stays so for other words, through a reload too", async () => {
    await open("the bakery shut");
    await screen.findByRole("group", { name: /^Is any of this so/ });
    tick("You lie awake at night");
    type("the bakery shut after 22 years");
    await waitFor(() => expect(asked().at(-1)?.prompt).toBe("the bakery shut after 22 years"), waitOptions);
    cleanup();
    await open();
    expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "You lie awake at night" })).checked).toBe(true);
  });

  test("is not asked of a congregation", async () => {
    await open("the bakery shut after 22 years");
    await screen.findByRole("group", { name: /^Is any of this so/ });
    fireEvent.click(screen.getByRole("radio", { name: "for a congregation" }));
    await waitFor(() => expect(screen.queryByRole("group", { name: /^Is any of this so/ })).toBeNull(), waitOptions);
  });
});
