import type { SupabaseClient, User } from "@supabase/supabase-js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthContext, type AuthState } from "../../features/auth/auth-context.tsx";
import { getSupabase } from "../../lib/supabase.ts";
import { Toaster } from "../../ui/toast.tsx";
import AdminLayout from "./layout.tsx";

vi.mock(import("../../lib/supabase.ts"), () => ({ getSupabase: vi.fn<typeof getSupabase>() }));

// Long enough for a busy machine; a test goes on as soon as its condition holds.
configure({ asyncUtilTimeout: 15_000 });

const rpc = vi.fn<(name: string, args: object) => Promise<{ data: unknown; error: Error | null }>>();
/** The user's rows in user_roles, which count only with a second factor. */
let roles: object[] = [];
beforeEach(() => {
  roles = [];
  const from = () => ({ select: () => ({ match: async () => ({ data: roles, error: null }) }) });
  vi.mocked(getSupabase).mockResolvedValue({ rpc, from } as unknown as SupabaseClient);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const user: User = {
  id: "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f",
  app_metadata: {},
  user_metadata: {},
  aud: "authenticated",
  created_at: "",
};
const member: AuthState = { status: "signed-in", user, signOut: async () => {}, retry: () => {} };
const visitor: AuthState = { status: "signed-out", user: null, signOut: async () => {}, retry: () => {} };

function visit(auth: AuthState, path: string) {
  const router = createMemoryRouter(
    [
      {
        element: <AdminLayout />,
        children: [
          { path: "/admin/x", element: "The secret room" },
          { path: "/admin/affiliate", element: "The partners" },
        ],
      },
      { path: "/security", element: "Second factor here" },
      { path: "/login", element: "Sign in here" },
      { path: "/affiliate/login", element: "Partners sign in here" },
    ],
    { initialEntries: [path] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  render(
    <QueryClientProvider client={queryClient}>
      <AuthContext value={auth}>
        <RouterProvider router={router} />
      </AuthContext>
      <Toaster />
    </QueryClientProvider>,
  );
  return router;
}

test("an administrator sees the page after a has_role query", async () => {
  rpc.mockResolvedValue({ data: true, error: null });
  visit(member, "/admin/x");
  await screen.findByText("The secret room");
  expect(rpc).toHaveBeenCalledExactlyOnceWith("has_role", { _user_id: user.id, _role: "admin" });
});

test("other users see Access Denied, and the history entry is marked", async () => {
  rpc.mockResolvedValue({ data: false, error: null });
  const router = visit(member, "/admin/x");
  await screen.findByRole("heading", { name: "Access Denied" });
  await screen.findByText("You don't have permission to access this page");
  await screen.findByText("Access Denied. You do not have admin access to this page.");
  expect(router.state.location).toMatchObject({ pathname: "/admin/x", state: { accessDenied: true } });
  expect(screen.queryByText("The secret room")).toBeNull();
});

test("an administrator without a second factor is linked to its setup", async () => {
  rpc.mockResolvedValue({ data: false, error: null });
  roles = [{ role: "admin" }];
  const router = visit(member, "/admin/x");
  await screen.findByRole("heading", { name: "Access Denied" });
  expect(screen.queryByText("The secret room")).toBeNull();
  const missing = "Administrators need a second factor. Set one up under Security, then come back.";
  expect(await screen.findAllByText(missing)).toHaveLength(2);
  fireEvent.click(screen.getByRole("link", { name: "Open Security" }));
  await screen.findByText("Second factor here");
  // After the setup the page opens.
  rpc.mockResolvedValue({ data: true, error: null });
  await router.navigate("/admin/x");
  await screen.findByText("The secret room");
});

test("if the role can't be checked, nobody sees the page", async () => {
  rpc.mockResolvedValue({ data: null, error: new Error("offline") });
  visit(member, "/admin/x");
  await screen.findByText("Failed to verify your access permission");
  expect(screen.queryByText("The secret room")).toBeNull();
});

test("visitors are redirected to sign in, with the page as the return target", async () => {
  const router = visit(visitor, "/admin/x?tab=2");
  await screen.findByText("Sign in here");
  expect(router.state.location.state).toEqual({ from: "/admin/x?tab=2" });
  expect(rpc).not.toHaveBeenCalled();
});

test("visitors of an affiliate page are redirected to the affiliate login", async () => {
  visit(visitor, "/admin/affiliate");
  expect(await screen.findByText("Partners sign in here")).toBeDefined();
});
