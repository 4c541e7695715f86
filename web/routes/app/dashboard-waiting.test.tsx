import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Outlet } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { answers, storeSession, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { AppHeader } from "../../shell/app-header.tsx";
import Dashboard, { handle } from "./dashboard.tsx";
import SignedInOnly from "./signed-in.tsx";

const KEY = `topic-draft.${testUser.id}`;
const LEFT = "What I left here";

let answerHealth = () => {};

beforeEach(() => {
  const healthy = new Promise<void>((resolve) => (answerHealth = resolve));
  answers.set("GET /auth/v1/health", async () => {
    await healthy;
    return Response.json({ name: "GoTrue" });
  });
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/profiles", () => Response.json({ avatar_url: null }));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  answers.set("POST /functions/v1/read-topic", () => Response.json({ readings: [], audience: "self", language: null }));
  answers.set("POST /functions/v1/check-subscription", () =>
    Response.json({
      subscribed: true,
      trial: { isInTrial: false, canGenerateToday: true, generationsLeft: 0 },
      trialEndsAt: null,
      trialAvailable: false,
      status: "active",
      quota: null,
    }),
  );
});

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme");
const write = (value: string) => fireEvent.change(box(), { target: { value } });
const generate = () => screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" });

function open() {
  const header = (
    <>
      <AppHeader />
      <Outlet />
    </>
  );
  const guarded = { element: <SignedInOnly />, children: [{ path: "/dashboard", element: <Dashboard />, handle }] };
  return visit("/dashboard", [{ element: header, children: [guarded, { path: "/login", element: "Sign in here" }] }]);
}
async function sessionIsKnown() {
  await act(async () => answerHealth());
  await waitFor(
    () => expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Voice" }).disabled).toBe(false),
    waitOptions,
  );
}

test("while the session is being read the form is there, without a word of loading, and goes on with what was typed into it", async () => {
  storeSession();
  open();
  expect(screen.getByRole("heading", { name: "Create Your Sermon" })).toBeDefined();
  expect(screen.queryByText(/Loading|Initializing|Sign In/)).toBeNull();
  expect(generate().disabled).toBe(true);
  box().focus();
  write("My father died");
  box().setSelectionRange(3, 3);
  const before = box();
  await sessionIsKnown();
  expect(box()).not.toBe(before);
  expect(box().value).toBe("My father died");
  expect(document.activeElement).toBe(box());
  expect([box().selectionStart, box().selectionEnd]).toEqual([3, 3]);
  await waitFor(() => expect(generate().disabled).toBe(false), waitOptions);
});

test("what was left in the form earlier stands there before the session is known, and an emptied form stays empty", async () => {
  storeSession();
  localStorage.setItem(KEY, JSON.stringify({ topic: LEFT, voice: "Sarah" }));
  open();
  expect(box().value).toBe(LEFT);
  write("");
  await sessionIsKnown();
  expect(box().value).toBe("");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Voice" }).value).toBe("Sarah");
});

test("without a stored session nobody sees a form", async () => {
  open();
  expect(screen.queryByLabelText("Your topic or theme")).toBeNull();
  expect(await screen.findByRole("link", { name: "Sign In" })).toBeDefined();
});
