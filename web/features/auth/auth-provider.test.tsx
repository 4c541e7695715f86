import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { Navigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "./auth-context.tsx";
import { answers, calls, patient, toasts, offline, refusal, session, SESSION_KEY, storeSession, visit } from "./test-backend.tsx";
import { getSupabase } from "../../lib/supabase.ts";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
const assign = vi.fn<typeof location.assign>();
beforeEach(() => {
  vi.clearAllMocks();
  location.assign = assign;
});

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
/** As the guard of the app does it. */
function Guarded() {
  const { status, signedOutHere } = useAuth();
  return status === "signed-out" ? <Navigate to="/login" replace state={signedOutHere ? null : { from: "/page" }} /> : <Page />;
}
const pages = [
  { path: "/guarded", element: <Guarded /> },
  { path: "/page", element: <Page /> },
  { path: "/login", element: <Page /> },
];

async function signIn() {
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  await act(async () => {
    await (await getSupabase()).auth.signInWithPassword({ email: "ruth@example.org", password: "x" });
  });
}

test("a stored session is found again, without a greeting", async () => {
  storeSession();
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  expect(toasts().map(([title]) => title)).toEqual([]);
});

test("whoever comes from signed out is welcomed, once", async () => {
  visit("/page", pages);
  await screen.findByText("signed-out nobody");
  await signIn();
  await screen.findByText("signed-in ruth@example.org");
  await signIn();
  expect(toasts().map(([title]) => title)).toEqual(["Welcome back!"]);
});

test("a service that is away is looked for three more times with growing pauses; the stored session stays", async () => {
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

test("without a network nothing is repeated, and its return is enough to go on", async () => {
  storeSession();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answers.set("GET /auth/v1/health", offline);
  visit("/page", pages);
  await screen.findByText("unreachable nobody");
  expect(wait).not.toHaveBeenCalled();
  onLine.mockRestore();
  answers.set("GET /auth/v1/health", () => Response.json({}));
  window.dispatchEvent(new Event("online"));
  await screen.findByText("signed-in ruth@example.org");
});

test("signing out ends every session, forgets what was read, and leads to the login page without a return target", async () => {
  storeSession();
  localStorage.setItem("subscription", "cached");
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = visit("/guarded", pages);
  await screen.findByText("something private");
  screen.getByText("Sign Out").click();
  await expect.poll(toasts, patient).toContainEqual(["Signed out successfully"]);
  await screen.findByText("signed-out nobody");
  await screen.findByText("nothing");
  expect(calls.find(({ to }) => to === "POST /auth/v1/logout")?.query.get("scope")).toBe("global");
  expect(router.state.location).toMatchObject({ pathname: "/login", state: null });
  expect(localStorage).toHaveLength(0);
});

test("when signing out fails, this browser forgets the session all the same and loads the login page afresh", async () => {
  storeSession();
  answers.set("POST /auth/v1/logout", () => refusal(503, "unexpected_failure", "down"));
  visit("/page", pages);
  await screen.findByText("signed-in ruth@example.org");
  screen.getByText("Sign Out").click();
  await expect.poll(toasts, patient).toContainEqual(["Error signing out"]);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/login"), patient);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("a session that can't be refreshed, because the network is away, is kept", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  storeSession({ expiresIn: -60 });
  answers.set("POST /auth/v1/token", offline);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visit("/page", pages);
  // The client itself tries for half a minute.
  await vi.waitFor(() => expect(calls).not.toHaveLength(0), patient);
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  vi.useRealTimers();
  await screen.findByText("unreachable nobody");
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});
