import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
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
    <QueryClientProvider client={new QueryClient()}>
      <AuthContext value={auth}>
        <RouterProvider router={router} />
      </AuthContext>
    </QueryClientProvider>,
  );
  return router;
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a guarded page shows a spinner while the session is being read", () => {
  visit("initializing", "/profile");
  expect(screen.getByText("Initializing authentication...")).toBeDefined();
  cleanup();
  visit("resolving", "/profile");
  expect(screen.getByText("Loading...")).toBeDefined();
});

test("signed-in users see the page", () => {
  visit("signed-in", "/profile");
  expect(screen.getByText("Your profile")).toBeDefined();
});

test("visitors are redirected to sign in, with the page as the return target", async () => {
  const router = visit("signed-out", "/profile", { search: "?tab=1" });
  await advance(0);
  expect(screen.getByText("Sign in here")).toBeDefined();
  expect(router.state).toMatchObject({ historyAction: "REPLACE", location: { state: { from: "/profile?tab=1" } } });
});

test("after a sign-out the redirect has no return target", async () => {
  const router = visit("signed-out", "/profile", { signedOutHere: true });
  await advance(0);
  expect(router.state.location).toMatchObject({ pathname: "/login", state: null });
});

test("if the service is unreachable, an error is shown and the login page opens after 2 s", async () => {
  const router = visit("unreachable", "/profile");
  expect(screen.getByRole("alert").textContent).toContain("Connection Error");
  expect(toastStore.current().at(-1)).toMatchObject({
    description: "Unable to connect to authentication service. You will be redirected to login.",
    variant: "destructive",
  });
  await advance(1_900);
  expect(router.state.location.pathname).toBe("/profile");
  await advance(200);
  expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/profile" } });
});

test("while offline the error stays, with a retry button", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const router = visit("unreachable", "/profile");
  await advance(5_000);
  expect(router.state.location.pathname).toBe("/profile");
  screen.getByText("Retry").click();
  expect(retry).toHaveBeenCalledOnce();
});

test("the login page is shown to visitors at once, and redirects signed-in users to their return target", async () => {
  visit("initializing", "/login");
  expect(screen.getByText("Sign in here")).toBeDefined();
  cleanup();
  const router = visit("signed-in", "/login", { state: { from: "/profile" } });
  await advance(0);
  expect(screen.getByText("Your profile")).toBeDefined();
  expect(router.state.historyAction).toBe("REPLACE");
});

test("with a stored session the login form is not shown while the session is being read", () => {
  localStorage.setItem("sb-localhost-auth-token", "{}");
  visit("initializing", "/login");
  expect(screen.getByText("Loading...")).toBeDefined();
});
