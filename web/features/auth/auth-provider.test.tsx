import { useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { Navigate } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "./auth-context.tsx";
import {
  answers,
  calls,
  waitOptions,
  toasts,
  offline,
  refusal,
  session,
  SESSION_KEY,
  storeSession,
  testUser,
  userWithFactor,
  visit,
} from "./test-backend.tsx";
import { OFFLINE } from "../../../shared/messages/offline.ts";
import { draftKey } from "../../lib/draft-key.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
const DRAFT = draftKey("ruth");
const assign = vi.fn<typeof location.assign>();
beforeEach(() => {
  vi.clearAllMocks();
  location.assign = assign;
});
afterEach(() => vi.restoreAllMocks());

function Page() {
  const { status, user, signOut, retry } = useAuth();
  const { data } = useQuery({ queryKey: ["mine"], queryFn: async () => "something private", enabled: user !== null });
  return (
    <>
      <p>{`${status} ${user?.email ?? "nobody"}`}</p>
      <p>{data ?? "nothing"}</p>
      <button onClick={() => void signOut()}>Sign Out</button>
      <button onClick={retry}>Retry</button>
    </>
  );
}
/** Redirects like routes/app/session-gate.tsx. */
function Guarded() {
  const { status, signedOutHere } = useAuth();
  return status === "signed-out" ? <Navigate to="/login" replace state={signedOutHere ? null : { from: "/page" }} /> : <Page />;
}
const pages = [
  { path: "/guarded", element: <Guarded /> },
  { path: "/page", element: <Page /> },
  { path: "/login", element: <Page /> },
];

async function signIn(user: object = testUser) {
  answers.set("POST /auth/v1/token", () => Response.json(session({ user })));
  await act(async () => {
    await (await getSupabase()).auth.signInWithPassword({ email: "ruth@example.org", password: "x" });
  });
}

test("a stored session is restored without a welcome message", async () => {
  storeSession();
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  expect(toasts().map(([title]) => title)).toEqual([]);
});

test("the welcome message is shown once, after a sign-in", async () => {
  visit("/page", pages);
  await screen.findByText("signed-out nobody");
  await signIn();
  await screen.findByText("signed-in ruth@example.org");
  await signIn();
  expect(toasts().map(([title]) => title)).toEqual(["Welcome back!"]);
});

test.each([
  ["by the sign-in that confirms the address nobody is", "09:30:00.100", []],
  ["by the next one everybody is", "09:30:20", [["Welcome back!"]]],
])("%s welcomed back", async (_, time, messages) => {
  visit("/page", pages);
  await screen.findByText("signed-out nobody");
  await signIn({
    ...testUser,
    email_confirmed_at: "2026-11-26T09:30:00.100Z",
    last_sign_in_at: `2026-11-26T${time}Z`,
  });
  await screen.findByText("signed-in ruth@example.org");
  expect(toasts()).toEqual(messages);
});

test("an unreachable service is retried three times with growing delays, and the stored session is kept", async () => {
  storeSession();
  const health = vi.fn<() => never>(offline);
  answers.set("GET /auth/v1/health", health);
  visit("/page", pages);
  await screen.findByText("unreachable nobody");
  expect(health).toHaveBeenCalledTimes(4);
  expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([1_000, 2_000, 4_000]);
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();

  answers.set("GET /auth/v1/health", () => Response.json({}));
  screen.getByText("Retry").click();
  await screen.findByText("signed-in ruth@example.org");
});

const answerNothing = () => {
  for (const call of ["GET /config.json", "GET /auth/v1/health"]) answers.set(call, offline);
};

test("while the browser is offline nothing is retried; the online event starts again", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answerNothing();
  visit("/page", pages);
  await screen.findByText("unreachable nobody");
  expect(wait).not.toHaveBeenCalled();
  onLine.mockRestore();
  answers.set("GET /auth/v1/health", () => Response.json({}));
  window.dispatchEvent(new Event("online"));
  await screen.findByText("unreachable nobody");
});

test("a stored session is believed while there is no network, also an expired one, and checked when there is one", async () => {
  storeSession({ expiresIn: -60 });
  const stored = localStorage.getItem(SESSION_KEY);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  await screen.findByText("something private");
  expect(calls).toEqual([]);
  expect(localStorage.getItem(SESSION_KEY)).toBe(stored);

  onLine.mockRestore();
  window.dispatchEvent(new Event("online"));
  // The page stays as it is meanwhile: no other state is passed through.
  const seen = new Set<string | null>();
  const watch = new MutationObserver(() => seen.add(document.querySelector("p")?.textContent ?? null));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).not.toBe(stored), waitOptions);
  await screen.findByText("signed-in ruth@example.org");
  watch.disconnect();
  expect([...seen].filter((text) => text !== "signed-in ruth@example.org")).toEqual([]);
  expect(calls.map(({ to }) => to)).toContain("POST /auth/v1/token");
  expect(toasts()).toEqual([]);
});

test("a session that turns out to have ended is given up when the network is back, with what was shown of it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  storeSession({ expiresIn: -60 });
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answers.set("POST /auth/v1/token", () => refusal(400, "session_not_found", "ended"));
  visit("/page", pages);
  await screen.findByText("something private");
  onLine.mockRestore();
  window.dispatchEvent(new Event("online"));
  await screen.findByText("signed-out nobody");
  await screen.findByText("nothing");
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("without a network a missing second factor is not passed over", async () => {
  storeSession({ user: userWithFactor });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  visit("/page", pages);
  await screen.findByText("unreachable nobody");
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

test("signing out without a network says what it could not do, and forgets the session in this browser", async () => {
  storeSession();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answerNothing();
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  screen.getByText("Sign Out").click();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/login"), waitOptions);
  expect(toasts()).toEqual([[OFFLINE.signedOutHere, OFFLINE.signedInElsewhere]]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("signing out ends every session, clears the query cache and storage, and opens the login page without a return target", async () => {
  storeSession();
  localStorage.setItem("subscription", "cached");
  localStorage.setItem(DRAFT, "{}");
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = visit("/guarded", pages);
  await screen.findByText("something private");
  screen.getByText("Sign Out").click();
  await expect.poll(toasts, waitOptions).toContainEqual(["Signed out successfully"]);
  await screen.findByText("signed-out nobody");
  await screen.findByText("nothing");
  expect(calls.find(({ to }) => to === "POST /auth/v1/logout")?.query.get("scope")).toBe("global");
  expect(router.state.location).toMatchObject({ pathname: "/login", state: null });
  expect(localStorage).toHaveLength(0);
});

test("a session that ends by itself leaves what was typed", async () => {
  storeSession({ expiresIn: -60 });
  localStorage.setItem(DRAFT, "{}");
  answers.set("POST /auth/v1/token", () => refusal(400, "refresh_token_not_found", "ended"));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  visit("/page", pages);
  await screen.findByText("signed-out nobody");
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(localStorage.getItem(DRAFT)).toBe("{}");
});

test("when signing out fails, the session is still removed from this browser and the login page is loaded as a new document", async () => {
  storeSession();
  localStorage.setItem(DRAFT, "{}");
  answers.set("POST /auth/v1/logout", () => refusal(503, "unexpected_failure", "down"));
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  screen.getByText("Sign Out").click();
  await expect.poll(toasts, waitOptions).toContainEqual(["Error signing out"]);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/login"), waitOptions);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

test("a session that can't be refreshed because of a lost connection is kept", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  storeSession({ expiresIn: -60 });
  answers.set("POST /auth/v1/token", offline);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visit("/page", pages);
  // supabase-js retries for 30 s.
  await vi.waitFor(() => expect(calls).not.toHaveLength(0), waitOptions);
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  vi.useRealTimers();
  await screen.findByText("unreachable nobody");
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

function WithoutProvider() {
  return useAuth().status;
}

test("useAuth outside an AuthProvider throws", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<WithoutProvider />)).toThrow("useAuth must be used within an AuthProvider");
});
