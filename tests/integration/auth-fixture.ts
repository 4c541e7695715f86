import type { AddressInfo } from "node:net";
import { createClient, type EmailOtpType, type SupabaseClient } from "@supabase/supabase-js";
import Fastify from "fastify";
import { Logger, runOnce } from "graphile-worker";
import type { Mail } from "../../server/vendors/mail/mail.ts";
import { authMailTask } from "../../packages/supabase-server/auth/mail.job.ts";
import { LIMIT_NAMES } from "../../packages/supabase-server/auth/limits.ts";
import type { AuthOptions } from "../../packages/supabase-server/auth/options.ts";
import { authRoutes } from "../../packages/supabase-server/auth/routes.ts";
import { recordTokenUse } from "../../packages/supabase-server/auth/token-use.ts";
import { gateway } from "../../packages/supabase-server/gateway/gateway.ts";
import { signToken, type Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";

export const SITE = "http://localhost:3000";
export const SECRET = "a secret of the tests that is long enough";

export interface AuthServer extends TestDatabase {
  url: string;
  keys: Keys;
  /** The official client with a storage of its own: one browser. */
  browser(): SupabaseClient;
  /** The client with the service key. */
  admin: SupabaseClient;
  /** POSTs JSON, or any text, without the client library. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Runs the queued mail jobs and returns all mails so far. */
  deliver(): Promise<Mail[]>;
  /** Delivers, and reads the link of the latest mail to an address. */
  latestLink(
    to: string,
  ): Promise<{ page: string; token_hash: string; type: EmailOtpType; next: string | null; href: string; code: string }>;
  close(): Promise<void>;
}

const silent = new Logger(() => () => {});

/** No limits: the default for tests that are not about them. */
const UNLIMITED = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]));

/** Starts the auth API on a free port with its own database. */
export async function startAuthServer(options: Partial<AuthOptions> = {}): Promise<AuthServer> {
  const database = await createDatabase();
  const keys: Keys = {
    jwtSecret: SECRET,
    anonKey: await signToken({ role: "anon", iss: "test" }, { jwtSecret: SECRET }),
    serviceRoleKey: await signToken({ role: "service_role", iss: "test" }, { jwtSecret: SECRET }),
  };
  // Trusts forwarding headers, so that a test can use any IP address.
  const app = Fastify({ logger: { level: "error" }, trustProxy: true });
  await app.register(gateway);
  await app.register(recordTokenUse({ db: database.db, keys }));
  const routes = authRoutes({
    db: database.db,
    keys,
    publicUrl: SITE,
    productName: "Lampstand",
    passwordCost: 4,
    mailInterval: 0,
    responseIntervalMs: 0,
    limits: UNLIMITED,
    ...options,
  });
  await app.register(routes, { prefix: "/auth/v1" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const mails: Mail[] = [];
  const mailer = { engine: "test", send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const mailTask = authMailTask({ db: database.db, keys, mailer, publicUrl: SITE, productName: "Lampstand" });
  const deliver = async (): Promise<Mail[]> => {
    await runOnce({ pgPool: database.db.owner, taskList: { "auth-mail": mailTask }, logger: silent });
    return mails;
  };
  const client = (key: string, persist: boolean): SupabaseClient =>
    createClient(url, key, { auth: { flowType: "pkce", persistSession: persist, autoRefreshToken: false, storage: memory() } });

  return {
    ...database,
    url,
    keys,
    browser: () => client(keys.anonKey, true),
    admin: client(keys.serviceRoleKey, false),
    post: async (path, body, headers) =>
      fetch(`${url}/auth/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    deliver,
    latestLink: async (to) => {
      const mail = (await deliver()).findLast((sent) => sent.to === to);
      const href = /https?:\S+/.exec(mail?.text ?? "")?.[0];
      const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
      if (!href || !code) throw new Error(`no mail to ${to}`);
      const link = new URL(href);
      const fields = new URLSearchParams(link.hash ? link.hash.slice(1) : link.search);
      return {
        href,
        page: link.origin + link.pathname,
        token_hash: fields.get("token_hash") ?? fields.get("token") ?? "",
        code,
        type: fields.get("type") as EmailOtpType,
        next: fields.get("next"),
      };
    },
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

function memory(): {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
} {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** A person whose address is confirmed, signed in in a browser of their own. */
export async function signedIn(server: AuthServer, email: string, password = "correct horse"): Promise<SupabaseClient> {
  const created = await server.admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (created.error) throw created.error;
  const browser = server.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return browser;
}
