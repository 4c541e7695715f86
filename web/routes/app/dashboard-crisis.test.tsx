import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { textStream } from "../../features/sermons/create/test-generation.ts";
import Dashboard from "./dashboard.tsx";

const TOPIC = "they cancel her phone number on friday";
const UNCERTAIN = { kind: "self-harm", certain: false, message: "I cannot tell." };
const status = {
  subscribed: true,
  trial: { isInTrial: false, canGenerateToday: true, generationsLeft: 0 },
  trialEndsAt: null,
  trialAvailable: false,
  status: "active",
  quota: null,
};
const requests = () =>
  calls.filter(({ to }) => to === "POST /functions/v1/generate-sermon").map(({ body }) => body as Record<string, unknown>);

beforeEach(() => {
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
});

const open = () => visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);
async function generate(topic: string) {
  fireEvent.change(await screen.findByLabelText("Your topic or theme"), { target: { value: topic } });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" });
  await waitFor(() => expect(button.disabled).toBe(false), waitOptions);
  fireEvent.click(button);
}

test("a crisis answer shows the focused helplines panel and makes no sermon", async () => {
  const helplines = [
    { name: "988 Lifeline", contact: "Call 988", href: "tel:988", note: "Day and night" },
    { name: "Odd", contact: "elsewhere", href: "javascript:alert(1)", note: "" },
  ];
  const crisis = { kind: "self-harm", message: "Thank you for saying this.", helplines };
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ crisis }));
  open();
  await generate("a hard night");
  const panel = await screen.findByRole("region", { name: "You do not have to carry this alone" });
  await waitFor(() => expect(document.activeElement).toBe(panel), waitOptions);
  expect(within(panel).getByText("Thank you for saying this.")).toBeDefined();
  expect(within(panel).getByRole("link", { name: "Call 988" }).getAttribute("href")).toBe("tel:988");
  expect(within(panel).queryByRole("link", { name: "elsewhere" })).toBeNull();
  expect(toasts()).toEqual([]);
  expect(calls.filter(({ to }) => to === "POST /functions/v1/generate-voice")).toEqual([]);
  fireEvent.click(within(panel).getByRole("button", { name: "Back to the form" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme").value).toBe("a hard night");
});

test("where a danger is not certain, who says that nobody is in danger gets the sermon on the same words", async () => {
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ crisis: { ...UNCERTAIN, helplines: [] } }));
  open();
  await generate(TOPIC);
  const panel = await screen.findByRole("region", { name: "Is someone in danger?" });
  answers.set("POST /functions/v1/generate-sermon", textStream);
  fireEvent.click(within(panel).getByRole("button", { name: "Nobody is in danger: write the sermon" }));
  await waitFor(() => expect(requests()).toHaveLength(2), waitOptions);
  const asked = { prompt: TOPIC, duration: "5", userId: testUser.id, voice: "John", idempotencyKey: expect.any(String) };
  expect(requests()).toEqual([asked, { ...asked, nobodyInDanger: true }]);
  const [first, second] = requests().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test("where a danger is certain, nobody is asked", async () => {
  const crisis = { kind: "self-harm", certain: true, message: "Thank you for saying this.", helplines: [] };
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ crisis }));
  open();
  await generate("a hard night");
  const panel = await screen.findByRole("region", { name: "You do not have to carry this alone" });
  expect(within(panel).getAllByRole("button")).toHaveLength(1);
});

test("a crisis answer in another language has its words and its direction", async () => {
  const helplines = [{ name: "الطوارئ", contact: "911", href: "tel:911", note: "الآن" }];
  const words = { helpTitle: "لست وحدك", callNow: "اتصل الآن", back: "العودة" };
  const crisis = { kind: "self-harm", message: "شكرا", language: "ar", words, helplines };
  answers.set("POST /functions/v1/generate-sermon", () => Response.json({ crisis }));
  open();
  await generate("عايز أموت");
  const panel = await screen.findByRole("region", { name: "لست وحدك" });
  expect([panel.lang, panel.dir]).toEqual(["ar", "rtl"]);
  expect(within(panel).getByRole("link", { name: "اتصل الآن: 911" }).getAttribute("href")).toBe("tel:911");
  expect(within(panel).getByRole("button", { name: "العودة" })).toBeDefined();
  expect(within(panel).queryByText(/Nothing of what you wrote/u)).toBeNull();
});
