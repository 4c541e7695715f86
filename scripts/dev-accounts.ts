import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import pg from "pg";
import type { Plugin } from "vite";
import type { SubscriptionStatus } from "../shared/endpoints/billing.ts";

/** New accounts for `npm run dev`, in a requested state, made by the same calls that the browser makes. */

interface DevSite {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  /** PostgreSQL URL of the schema's owner. */
  ownerUrl: string;
}

interface Person {
  site: DevSite;
  id: string;
  email: string;
  client: SupabaseClient;
}

type Step = (person: Person) => Promise<unknown>;

const PASSWORD = "a long enough password";
const TIMEOUT_MS = 15_000;
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123", name: "Ruth" };

async function call<T>({ client, id }: Person, name: string, body: object = {}): Promise<T> {
  const { data, error } = await client.functions.invoke<T>(name, { body: { userId: id, ...body } });
  if (error || data === null) throw new Error(`${name} failed`, { cause: error });
  return data;
}

/** Submits a form of the payments sandbox. */
async function submit(site: DevSite, path: string, fields: Record<string, string> = {}): Promise<void> {
  const address = new URL(path, `${site.url}/sandbox/stripe/`);
  const headers = { "sec-fetch-site": "same-origin" };
  const { status } = await fetch(address, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
  if (status >= 400) throw new Error(`${address.pathname} answered ${status}`);
}

/** Polls the subscription, since changes at the payment provider arrive by webhook. */
async function until(person: Person, isReached: (status: SubscriptionStatus) => boolean): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(50))
    if (isReached(await call<SubscriptionStatus>(person, "check-subscription"))) return;
  throw new Error("the payments sandbox did not lead to the state that was asked for");
}

async function stored({ site, id }: Person, table: "customers" | "subscriptions", column: string): Promise<string> {
  const service = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } });
  const { data, error } = await service
    .from(table)
    .select(column)
    .eq(table === "customers" ? "id" : "user_id", id)
    .single();
  if (error) throw error;
  return String((data as unknown as Record<string, unknown>)[column]);
}

async function advanceTime(person: Person, times: number, step: "day" | "month"): Promise<void> {
  const customer = await stored(person, "customers", "stripe_customer_id");
  for (let i = 0; i < times; i++) await submit(person.site, `time/${customer}/${step}`);
}

const startTrial: Step = async (person) => {
  const { url } = await call<{ url: string }>(person, "create-checkout-session", { email: person.email });
  await submit(person.site, url, CARD);
  await until(person, ({ trial }) => trial.isInTrial);
};
const pay: Step = async (person) => {
  await advanceTime(person, 4, "day");
  await until(person, ({ subscribed, trial }) => subscribed && !trial.isInTrial);
};
const cancel: Step = async (person) => {
  await call(person, "cancel-subscription");
  await until(person, ({ cancelAt }) => cancelAt !== null);
};
const expire: Step = async (person) => {
  await advanceTime(person, 1, "month");
  await until(person, ({ status }) => status === "canceled");
};
const failRenewal: Step = async (person) => {
  await submit(person.site, `subscriptions/${await stored(person, "subscriptions", "id")}/fail-next`);
  await advanceTime(person, 1, "month");
  await until(person, ({ status }) => status === "past_due");
};
async function grantAdmin(ownerUrl: string, userId: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Recorded in the audit trail (public.note_role_change).
    await client.query("set lampstand.by = 'cli'");
    await client.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [userId]);
  } finally {
    await client.end();
  }
}

const becomeAdmin: Step = async ({ site, id, client }) => {
  await grantAdmin(site.ownerUrl, id);
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
};

/** The states, and the steps that lead to each. */
const STATES = {
  visitor: null,
  /** Signed up, address confirmed, nothing paid. */
  newcomer: [],
  trial: [startTrial],
  subscriber: [startTrial, pay],
  /** Still subscribed, until the month that is paid for ends. */
  cancelled: [startTrial, pay, cancel],
  expired: [startTrial, pay, cancel, expire],
  /** The renewal failed. */
  unpaid: [startTrial, pay, failRenewal],
  /** With a second factor, which this session has shown. */
  admin: [becomeAdmin],
} satisfies Record<string, readonly Step[] | null>;

type DevState = keyof typeof STATES;
export const DEV_STATES = Object.keys(STATES) as DevState[];

/** Makes an account in a state and signs it in; null is the visitor, who has no account. */
async function signInAs(site: DevSite, state: DevState): Promise<Session | null> {
  const steps: readonly Step[] | null = STATES[state];
  if (!steps) return null;
  const email = `${state}-${randomBytes(3).toString("hex")}@example.com`;
  const client = createClient(site.url, site.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const service = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } });
  const created = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Ruth Example" },
  });
  if (created.error) throw created.error;
  const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  const person: Person = { site, id: created.data.user.id, email, client };
  for (const step of steps) await step(person);
  const { data } = await client.auth.getSession();
  return data.session;
}

/** First pages of states whose first page is not the dashboard. */
const FIRST_PAGES: Partial<Record<DevState, string>> = { visitor: "login", admin: "admin/dashboard" };

/** `/as/subscriber/profile`: signs a new account in that state in, and leads on to `/profile`. */
export function signInPages(site: DevSite): Plugin {
  return {
    name: "lampstand-sign-in-pages",
    configureServer({ middlewares }) {
      middlewares.use("/as", (request, response) => {
        const [, name, path = ""] = /^\/([^/?]*)\/?(.*)$/.exec(request.url ?? "") ?? [];
        const state = DEV_STATES.find((each) => each === name);
        response.setHeader("content-type", "text/html; charset=utf-8");
        if (!state) {
          response.statusCode = 404;
          return response.end(DEV_STATES.map((each) => `<p><a href="/as/${each}">/as/${each}</a></p>`).join(""));
        }
        const target = JSON.stringify(`/${path || FIRST_PAGES[state] || "dashboard"}`).replaceAll("<", "\\u003c");
        signInAs(site, state).then(
          (session) =>
            response.end(`<script>
              localStorage.clear();
              const key = "sb-" + location.hostname.split(".")[0] + "-auth-token", session = ${JSON.stringify(session)};
              if (session) localStorage.setItem(key, JSON.stringify(session));
              location.replace(${target});
            </script>`),
          (error: unknown) => {
            console.error(error);
            response.statusCode = 500;
            response.end("The account could not be made; the terminal says why.");
          },
        );
      });
    },
  };
}
