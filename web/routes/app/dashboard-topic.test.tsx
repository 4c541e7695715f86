import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
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
import Dashboard from "./dashboard.tsx";

const status = {
  subscribed: false,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};

beforeEach(() => {
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/read-topic", () => Response.json({ readings: [], audience: "self", language: null }));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
});

const sermonReads = () => calls.filter(({ to }) => to === "GET /rest/v1/sermons");
const box = () => screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const starts = () => screen.queryByRole("list", { name: /begin with these/ });
const recent = () => screen.findByRole("list", { name: /recent topic/ });
async function open() {
  visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);
  await screen.findByText("Free Trial Active");
}
/** Where the cursor stands. */
const cursor = () => [document.activeElement === box(), box().selectionStart, box().selectionEnd];

test("one tap on a starting point puts its words into the field and the cursor behind them", async () => {
  await open();
  await waitFor(() => expect(sermonReads()).toHaveLength(1), waitOptions);
  const buttons = within(starts() as HTMLElement).getAllByRole("button");
  expect(buttons).toHaveLength(4);
  const words = "Psalm 23 for Sunday";
  fireEvent.click(screen.getByRole("button", { name: words }));
  expect(box().value).toBe(words);
  expect(cursor()).toEqual([true, words.length, words.length]);
});

test("with text in the field nothing stands there that would replace it", async () => {
  await open();
  await waitFor(() => expect(sermonReads()).toHaveLength(1), waitOptions);
  expect(starts()).not.toBeNull();
  type("m");
  expect(starts()).toBeNull();
});

test("the newest topics can be taken up again: three at most, each once, a long one shortened and taken up in full", async () => {
  const long = `${"My sister and I have not spoken since the funeral. ".repeat(5)}Help.`;
  const titles = ["forgiving my father", "forgiving my father", long, "أشكر الله على عائلتي", "an older one"];
  answers.set("GET /rest/v1/sermons", () => Response.json(titles.map((title) => ({ title }))));
  await open();
  const buttons = within(await recent()).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "forgiving my father",
    "My sister and I have not spoken since the funeral. My sister and I have not…",
    "أشكر الله على عائلتي",
  ]);
  expect(buttons.every((button) => button.dir === "auto")).toBe(true);
  const [read] = sermonReads();
  expect(Object.fromEntries(read?.query ?? [])).toEqual({
    select: "title",
    user_id: `eq.${testUser.id}`,
    order: "created_at.desc",
    limit: "9",
  });
  fireEvent.click(buttons[1] as HTMLElement);
  expect(box().value).toBe(long);
  expect(cursor()).toEqual([true, long.length, long.length]);
});

test("recent topics are not read while there are words in the field", async () => {
  localStorage.setItem(`topic-draft.${testUser.id}`, JSON.stringify({ topic: "rest" }));
  await open();
  expect(starts()).toBeNull();
  expect(sermonReads()).toEqual([]);
});

test.each([offline, () => Response.json({ code: "42501", message: "no" }, { status: 403 })])(
  "recent topics that cannot be read are no matter (%#)",
  async (answer) => {
    answers.set("GET /rest/v1/sermons", answer);
    await open();
    await waitFor(() => expect(sermonReads()).toHaveLength(1), waitOptions);
    expect(starts()).not.toBeNull();
    expect(toasts()).toEqual([]);
  },
);

test("what is wrong with a topic is said below the field, and goes with the next letter", async () => {
  await open();
  await waitFor(() => expect(sermonReads()).toHaveLength(1), waitOptions);
  const problem = () => box().getAttribute("aria-invalid") && screen.getByRole("alert").textContent;
  fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true });
  expect(problem()).toBe("You need to provide a topic or theme for your sermon");
  type("x".repeat(2003));
  expect(problem()).toBe("Please shorten your topic by 3 characters.");
  type("x".repeat(1999));
  expect(problem()).toBeNull();
  expect(screen.getByText("1 of 2000 characters left")).toBeDefined();
});

test("the example in the empty field says that it is one", async () => {
  await open();
  await waitFor(() => expect(sermonReads()).toHaveLength(1), waitOptions);
  expect(box().placeholder).toMatch(/^For example: /);
});
