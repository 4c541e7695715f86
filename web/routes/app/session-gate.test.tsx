import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthContext, type AuthState } from "../../features/auth/auth-context.tsx";
import { toastStore } from "../../ui/toast-store.ts";
import SignedInOnly from "./signed-in.tsx";
import SignedOutOnly from "./signed-out.tsx";

const testUser = { id: "1", app_metadata: {}, user_metadata: {}, aud: "authenticated", created_at: "" };
const retry = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function visit(
  status: AuthState["status"],
  pathname: string,
  { search = "", state = null, signedOutHere = false }: { search?: string; state?: unknown; signedOutHere?: boolean } = {},
) {
  const auth: AuthState = {
    status,
    user: status === "signed-in" ? testUser : null,
    signedOutHere,
    signOut: async () => {},
    retry,
  };
  const router = createMemoryRouter(
    [
      {
        element: <SignedInOnly />,
        children: [
          { path: "/profile", element: "Your profile" },
          { path: "/dashboard", element: "Home" },
        ],
      },
      { element: <SignedOutOnly />, children: [{ path: "/login", element: "Sign in here" }] },
    ],
    { initialEntries: [{ pathname, search, state }] },
  );
  render(
    <AuthContext value={auth}>
      <RouterProvider router={router} />
    </AuthContext>,
  );
  return router;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a guarded page waits while the service is looked for and the session is read", () => {
  visit("initializing", "/profile");
  expect(screen.getByText("Initializing authentication...")).toBeDefined();
  cleanup();
  visit("resolving", "/profile");
  expect(screen.getByText("Loading...")).toBeDefined();
});

test("members come in", () => {
  visit("signed-in", "/profile");
  expect(screen.getByText("Your profile")).toBeDefined();
});

test("visitors go to sign in instead, and the page is remembered", async () => {
  const router = visit("signed-out", "/profile", { search: "?tab=1" });
  await pass(0);
  expect(screen.getByText("Sign in here")).toBeDefined();
  expect(router.state).toMatchObject({ historyAction: "REPLACE", location: { state: { from: "/profile?tab=1" } } });
});

test("whoever signed out on purpose leaves no page behind for the next person", async () => {
  const router = visit("signed-out", "/profile", { signedOutHere: true });
  await pass(0);
  expect(router.state.location).toMatchObject({ pathname: "/login", state: null });
});

test("without the service a guarded page says so and leads to the login page after 2 s", async () => {
  const router = visit("unreachable", "/profile");
  expect(screen.getByRole("alert").textContent).toContain("Connection Error");
  expect(toastStore.current().at(-1)).toMatchObject({
    description: "Unable to connect to authentication service. You will be redirected to login.",
    variant: "destructive",
  });
  await pass(1_900);
  expect(router.state.location.pathname).toBe("/profile");
  await pass(200);
  expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/profile" } });
});

test("without a network it stays, and can be tried again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const router = visit("unreachable", "/profile");
  await pass(5_000);
  expect(router.state.location.pathname).toBe("/profile");
  screen.getByText("Retry").click();
  expect(retry).toHaveBeenCalledOnce();
});

test("the login page shows at once for visitors, and leads members back to where they came from", async () => {
  visit("initializing", "/login");
  expect(screen.getByText("Sign in here")).toBeDefined();
  cleanup();
  const router = visit("signed-in", "/login", { state: { from: "/profile" } });
  await pass(0);
  expect(screen.getByText("Your profile")).toBeDefined();
  expect(router.state.historyAction).toBe("REPLACE");
});

test("whoever has a session stored sees no login form flash by", () => {
  localStorage.setItem("sb-localhost-auth-token", "{}");
  visit("initializing", "/login");
  expect(screen.getByText("Loading...")).toBeDefined();
});
