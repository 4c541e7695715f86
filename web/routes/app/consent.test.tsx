import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, testUser, storeSession, toasts, visit } from "../../features/auth/test-backend.tsx";
import { ConsentChoice } from "../../features/sermons/create/consent-choice.tsx";
import Dashboard from "./dashboard.tsx";

const VERSION = "1:OpenAI:ElevenLabs";
const status = {
  subscribed: false,
  trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  trialEndsAt: "2026-11-24T12:00:00Z",
  trialAvailable: false,
  status: "trialing",
  quota: null,
};
let stored: { version: string }[] = [];
const requestsTo = (to: string) => calls.filter((call) => call.to === to);

// In a file of its own, because the configuration is cached after the first load.
beforeEach(() => {
  storeSession();
  stored = [];
  answers.set("GET /config.json", () =>
    Response.json({
      supabaseUrl: location.origin,
      supabaseAnonKey: "a.b.c",
      disclosure: { version: VERSION, writer: "OpenAI", voice: "ElevenLabs", image: null },
    }),
  );
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  answers.set("POST /functions/v1/generate-sermon", () =>
    Response.json({ code: "text_failed", message: "Could not generate the sermon text. Please try again." }, { status: 502 }),
  );
  answers.set("GET /rest/v1/consents", () => Response.json(stored));
  answers.set("POST /rest/v1/consents", ({ body }) => {
    stored = [body as { version: string }];
    return new Response(null, { status: 201 });
  });
  answers.set("DELETE /rest/v1/consents", () => {
    stored = [];
    return new Response(null, { status: 204 });
  });
});

async function submit(): Promise<void> {
  visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);
  await screen.findByText("Free Trial Active");
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "grief" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
}

test("before the first topic is sent, a dialog names the recipients, and nothing is sent without consent", async () => {
  await submit();
  const dialog = await screen.findByRole("dialog", { name: "May others read what you write?" });
  for (const name of ["OpenAI", "ElevenLabs", "None of them gets your name"]) expect(dialog.textContent).toContain(name);
  expect(requestsTo("POST /functions/v1/generate-sermon")).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Agree and write" }));
  await waitFor(() => expect(requestsTo("POST /functions/v1/generate-sermon")).toHaveLength(1));
  expect(requestsTo("POST /rest/v1/consents").map(({ body }) => body)).toEqual([
    { user_id: testUser.id, kind: "remote_ai", version: VERSION },
  ]);
});

test("declining sends nothing, and the next attempt asks again", async () => {
  await submit();
  fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Generate Sermon" }));
  expect(await screen.findByRole("dialog")).toBeDefined();
  expect(requestsTo("POST /functions/v1/generate-sermon")).toEqual([]);
  expect(requestsTo("POST /rest/v1/consents")).toEqual([]);
});

test("the dialog is shown only if the user has not agreed to the current recipients", async () => {
  stored = [{ version: VERSION }];
  await submit();
  await waitFor(() => expect(requestsTo("POST /functions/v1/generate-sermon")).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();

  stored = [{ version: "1:Somebody else:" }];
  await screen.findByText("Sermon Text Generation Failed");
  fireEvent.click(await screen.findByRole("button", { name: "Generate Sermon" }));
  expect(await screen.findByRole("dialog")).toBeDefined();
});

test("a consent that could not be saved shows an error and sends nothing", async () => {
  answers.set("POST /rest/v1/consents", () => Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  await submit();
  fireEvent.click(await screen.findByRole("button", { name: "Agree and write" }));
  await waitFor(() => expect(toasts()).toEqual([["Your answer could not be saved. Please try again."]]));
  expect(requestsTo("POST /functions/v1/generate-sermon")).toEqual([]);
});

test("consent can be withdrawn and given again", async () => {
  stored = [{ version: VERSION }];
  visit("/security", [{ path: "/security", element: <ConsentChoice userId={testUser.id} /> }]);
  fireEvent.click(await screen.findByRole("button", { name: "Take my consent back" }));
  expect(await screen.findByText(/You have not agreed to this/)).toBeDefined();
  expect(requestsTo("DELETE /rest/v1/consents")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Agree" }));
  fireEvent.click(await screen.findByRole("button", { name: "Agree and write" }));
  expect(await screen.findByText("You have agreed to this.")).toBeDefined();
});
