import { fireEvent, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, expect, test } from "vitest";
import { answers, storeSession, testUser, visit } from "../features/auth/test-backend.tsx";
import { overview, subscriber } from "../features/billing/test-plans.ts";
import { generationRows, recording } from "../features/sermons/create/test-generation.ts";
import ContactSubmissions from "./admin/contact-submissions.tsx";
import Dashboard from "./app/dashboard.tsx";
import EditProfile from "./app/edit-profile.tsx";
import MySermons from "./app/my-sermons.tsx";
import Profile from "./app/profile.tsx";
import SignUp from "./app/sign-up.tsx";
import SubscriptionBilling from "./app/subscription-billing.tsx";
import Support from "./app/support.tsx";
import Contact from "./marketing/contact.tsx";

const WORDS = "أشكر الله على عائلتي";
const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";

const sermon = {
  id: ID,
  title: WORDS,
  written_title: "Written",
  is_favourite: false,
  audio_url: null,
  image_url: null,
  created_at: "2026-11-03T08:00:00Z",
};
const used = { sermonId: ID, state: "kept", title: WORDS, date: "2026-11-03T08:00:00Z", seconds: 300, boughtSeconds: 0 };
const submission = {
  id: ID,
  name: WORDS,
  email: "ruth@example.org",
  message: WORDS,
  form_source: "contact_page",
  status: "responded",
  admin_notes: WORDS,
  created_at: "2026-11-03T08:05:00",
  responded_at: "2026-11-04T09:30:00",
  email_history: [{ sent_at: "2026-11-04T09:30:00", subject: WORDS, message: WORDS }],
  unsent_replies: 0,
};

beforeEach(() => {
  answers.set("GET /rest/v1/sermons", () => Response.json([sermon, { ...sermon, id: ID.replace("2", "3") }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/profiles", () => Response.json([{ full_name: WORDS, avatar_url: null, bible_translation: "KJV" }]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
  answers.set("POST /functions/v1/billing-overview", () => Response.json({ ...overview, minutesUsed: [used] }));
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json(true));
  answers.set("POST /rest/v1/rpc/get_contact_submissions", () => Response.json([submission]));
  answers.set("HEAD /rest/v1/contact_submissions", () => new Response(null, { headers: { "content-range": "*/1" } }));
});

/** Where people's words stand on the screen in the direction of the page instead of their own. */
function inWrongDirection(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (text.textContent?.includes(WORDS) && parent && !parent.closest('[dir="auto"], bdi')) found.push(parent.outerHTML);
  }
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, input");
  for (const field of fields)
    if (["text", "search", "textarea"].includes(field.type) && field.tabIndex >= 0 && field.dir !== "auto")
      found.push(field.outerHTML);
  return found;
}
const click = async (name: string | RegExp) =>
  fireEvent.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);

const SCREENS: [name: string, Page: ComponentType, steps: (() => Promise<unknown>)[]][] = [
  ["the dashboard", Dashboard, [() => screen.findByRole("button", { name: WORDS })]],
  ["the library", MySermons, [() => screen.findAllByText(WORDS), () => click(/^Delete/), () => screen.findByRole("alertdialog")]],
  ["the profile", Profile, [() => screen.findByRole("heading", { name: WORDS })]],
  ["the profile's form", EditProfile, [() => screen.findByDisplayValue(WORDS)]],
  ["the minutes that were used", SubscriptionBilling, [() => screen.findByRole("link", { name: WORDS })]],
  ["the answers to questions", Support, [() => screen.findByRole("searchbox")]],
  ["the messages to support", ContactSubmissions, [() => click(/^View/), () => screen.findByDisplayValue(WORDS)]],
  ["the reply to a message", ContactSubmissions, [() => click(/^Reply/), () => screen.findByLabelText("Subject")]],
];

test.each(SCREENS)("people's words stand in their own direction in %s", async (_name, Page, steps) => {
  storeSession({ user: testUser });
  visit("/here", [{ path: "/here", element: <Page /> }]);
  for (const step of steps) {
    await step();
    expect(inWrongDirection()).toEqual([]);
  }
});

test("the topic of a sermon that is being made stands in its own direction in the library", async () => {
  storeSession({ user: testUser });
  const [row] = (await generationRows(recording).json()) as object[];
  answers.set("GET /rest/v1/generations", () => Response.json([{ ...row, prompt: WORDS, created_at: new Date().toISOString() }]));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  visit("/here", [{ path: "/here", element: <MySermons /> }]);
  await screen.findByText(WORDS);
  expect(inWrongDirection()).toEqual([]);
});

test.each([
  ["sign-up", SignUp],
  ["messages to support", Contact],
])("the fields of the form for %s take the direction of what is typed", async (_name, Page) => {
  visit("/here", [{ path: "/here", element: <Page /> }]);
  await screen.findByLabelText("Name");
  expect(inWrongDirection()).toEqual([]);
});
