import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from "react-router";
import { afterEach, beforeEach, vi } from "vitest";
import { removeToast, toastStore } from "../../ui/toast-store.ts";
import { AuthProvider } from "./auth-provider.tsx";

/** For `vi.waitFor` and `expect.poll`: long enough for a busy machine; a test goes on as soon as its condition holds. */
export const waitOptions = { timeout: 15_000 };
configure({ asyncUtilTimeout: waitOptions.timeout });

export interface Call {
  body: unknown;
  query: URLSearchParams;
}
type Answer = (call: Call) => Response | Promise<Response>;

/** The answers of the mocked network to the real supabase-js client, by "METHOD /path". Tests set their own. */
export const answers = new Map<string, Answer>();
/** The requests so far, in order, without those for the configuration, the settings and the health check. */
export const calls: (Call & { to: string })[] = [];

/** An error of the auth service (docs/dialect.md#error-codes). */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { "x-supabase-api-version": "2024-01-01" } });
}
export const offline = (): never => {
  throw new TypeError("Failed to fetch");
};

export const testUser = {
  id: "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f",
  aud: "authenticated",
  role: "authenticated",
  email: "ruth@example.org",
  app_metadata: {},
  user_metadata: {},
  identities: [{ id: "1", provider: "email" }],
  created_at: "2026-01-01T00:00:00Z",
};

/** The authenticator app of `userWithFactor`. */
export const factor = {
  id: "0c5ff1f8-2d0e-4c7e-9d0b-0a1b2c3d4e5f",
  friendly_name: "Authenticator app 1",
  factor_type: "totp",
  status: "verified",
  created_at: "2026-01-02T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
};
export const userWithFactor = { ...testUser, factors: [factor] };

const jwtPart = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");

interface SessionOptions {
  expiresIn?: number;
  aal?: "aal1" | "aal2";
  user?: object;
}

export function session({ expiresIn = 3600, aal = "aal1", user = testUser }: SessionOptions = {}) {
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  return {
    access_token: `${jwtPart({ alg: "HS256", typ: "JWT" })}.${jwtPart({ sub: testUser.id, exp, aal })}.c2ln`,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: exp,
    refresh_token: "refresh",
    user,
  };
}

/** The storage key of the client's session; "localhost" is the host of these tests. */
export const SESSION_KEY = "sb-localhost-auth-token";
export const storeSession = (options?: SessionOptions): void =>
  localStorage.setItem(SESSION_KEY, JSON.stringify(session(options)));

const CONFIG = { supabaseUrl: location.origin, supabaseAnonKey: "a.b.c", inboxUrl: `${location.origin}/inbox` };

const NOT_RECORDED = new Set(["GET /config.json", "GET /auth/v1/health", "GET /auth/v1/settings"]);

async function network(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  const to = `${init?.method ?? "GET"} ${url.pathname}`;
  const call = { body: typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined, query: url.searchParams };
  if (!NOT_RECORDED.has(to)) calls.push({ to, ...call });
  const answer = answers.get(to);
  if (!answer) throw new Error(`nothing answers ${to}`);
  return answer(call);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  calls.length = 0;
  answers.clear();
  answers.set("GET /config.json", () => Response.json(CONFIG));
  answers.set("GET /auth/v1/health", () => Response.json({ name: "GoTrue" }));
  answers.set("GET /auth/v1/settings", () => Response.json({ external: { email: true, google: false } }));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("GET /rest/v1/sermon_positions", () => Response.json([]));
  answers.set("GET /rest/v1/podcast_feeds", () => Response.json([]));
  answers.set("GET /rest/v1/sermon_notes", () => Response.json([]));
  answers.set("POST /rest/v1/rpc/list_collections", () => Response.json([]));
  vi.stubGlobal("fetch", vi.fn<typeof fetch>(network));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of toastStore.current()) removeToast(id);
});

/** Renders the route at `path` within a router, a query client and an `AuthProvider`. */
export function visit(path: string | { pathname: string; state: unknown }, pages: RouteObject[]) {
  const root = {
    element: (
      <Providers>
        <Outlet />
      </Providers>
    ),
    children: pages,
  };
  const router = createMemoryRouter([root], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

function Providers({ children }: { children: ReactNode }) {
  // Retries like the app, but without delay.
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } }));
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>{children}</AuthProvider>
    </QueryClientProvider>
  );
}

/** The toasts on the screen: [title] or [title, description]. */
export const toasts = (): unknown[][] =>
  toastStore.current().map(({ title, description }) => (description ? [title, description] : [title]));
