import { act, render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PRERENDERED_SCREENS } from "../../../shared/site.ts";
import { answers, storeSession, testUser, userWithFactor } from "../../features/auth/test-backend.tsx";
import { subscriber } from "../../features/billing/test-plans.ts";
import Dashboard, { handle } from "./dashboard.tsx";
import AppLayout from "./layout.tsx";
import Login from "./login.tsx";
import MySermons from "./my-sermons.tsx";
import ResetRequest from "./reset-request.tsx";
import SignUp from "./sign-up.tsx";
import SignedInOnly from "./signed-in.tsx";
import SignedOutOnly from "./signed-out.tsx";

// What the build writes into a screen's HTML is what React first renders there, whatever the browser knows by then: React throws away HTML that
// differs, with what was typed into it (docs/decisions/077-the-dashboard-before-scripts.md).

function App({ path }: { path: string }) {
  const guardedByNobody = { path: "/reset-request", element: <ResetRequest /> };
  const forVisitors = [
    { path: "/login", element: <Login /> },
    { path: "/sign-up", element: <SignUp /> },
  ];
  const forMembers = [
    { path: "/dashboard", element: <Dashboard />, handle },
    { path: "/my-sermons", element: <MySermons /> },
  ];
  const guarded = [
    { element: <SignedOutOnly />, children: forVisitors },
    { element: <SignedInOnly />, children: forMembers },
  ];
  const routes = [{ element: <AppLayout />, children: [guardedByNobody, ...guarded] }];
  return <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />;
}

/** What React finds wrong when it takes over the HTML of one address at another. Both are the same, except where a test says so. */
async function problems(htmlOf: string, at: string, before: () => void): Promise<string[]> {
  const found: string[] = [];
  vi.spyOn(console, "error").mockImplementation((text) => void found.push(String(text)));
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<App path={htmlOf} />);
  before();
  const onRecoverableError = (error: unknown) => void found.push(String(error));
  render(<App path={at} />, { container, hydrate: true, onRecoverableError });
  await act(async () => {});
  return found;
}

const store = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value));
const STATES: Record<string, () => void> = {
  "for a visitor": () => {},
  "for a member": storeSession,
  "with a session that is over": () => storeSession({ expiresIn: -3600 }),
  "with a session that lacks the second factor": () => storeSession({ user: userWithFactor }),
  "with a session that can't be read": () => localStorage.setItem("sb-localhost-auth-token", "{"),
  "for a member with words left in the form": () => {
    storeSession();
    store(`topic-draft.${testUser.id}`, { topic: "What I left here", voice: "Sarah", minutes: 10 });
  },
  "for a member who has typed already": () => {
    storeSession();
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) field.value = "My father died";
  },
  "for a visitor whose checkout was left": () =>
    store("pendingSignupBackup", { userId: testUser.id, email: "ruth@example.org", name: "Ruth", timestamp: Date.now() }),
  "for a member without a network": () => {
    storeSession();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  },
  "without a network": () => void vi.spyOn(navigator, "onLine", "get").mockReturnValue(false),
  "in a chosen theme": () => {
    storeSession();
    localStorage.setItem("app-theme", "dark");
    document.documentElement.className = "dark";
  },
  "after a failed redirect": () => history.replaceState(null, "", "?error=access_denied#error_code=otp_expired"),
  "where storage is refused": () =>
    void vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    }),
};

beforeEach(() => {
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/profiles", () => Response.json({ avatar_url: null }));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/sermons", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
  document.documentElement.className = "";
});

/** `/signup` is `/sign-up`. */
const SCREENS = PRERENDERED_SCREENS.filter((screen) => screen !== "/signup");

test.each(SCREENS.flatMap((screen) => Object.keys(STATES).map((state) => [screen, state] as const)))(
  "%s is taken over as it is %s",
  async (screen, state) => {
    expect(await problems(screen, screen, STATES[state] ?? (() => {}))).toEqual([]);
  },
);

test("it is not at another screen's address, which is why that screen is fetched instead (scripts/late-scripts.ts)", async () => {
  expect(await problems("/dashboard", "/my-sermons", storeSession)).toEqual([expect.stringContaining("didn't match")]);
});
