import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { type Database, listen } from "@lampstand/database";
import { signToken } from "@lampstand/supabase-server";
import { gateway } from "../packages/supabase-server/gateway/gateway.ts";
import { restRoutes } from "../packages/supabase-server/rest/routes.ts";

type Row = [what: string, figure: string, ratio: string];

const ADMIN = "00000000-0000-4000-8000-000000000003";
const MESSAGES = 10_000;
const ASKED = 40;
const LIST = "select json_agg(s)::text from (select * from public.contact_submissions order by created_at desc) s";

const part = (times: number[], share: number): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

async function taken(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The administrators' list over HTTP with 10,000 messages of about 430 characters, a third of them answered. */
export async function benchContact(db: Database, ownerUrl: string): Promise<Row[]> {
  await db.owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, 'contact@example.com', now())", [
    ADMIN,
  ]);
  await db.owner.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [ADMIN]);
  await db.owner.query(
    `insert into public.contact_submissions (name, email, message, created_at, email_history)
     select 'Person ' || i, i || '@example.com', repeat('I have a question about my sermons. ', 12), now() - i * interval '1 minute',
       case when i % 3 = 0 then jsonb_build_array(jsonb_build_object(
         'sent_at', now(), 'subject', 'Re: Your message', 'message', repeat('Thank you for writing. ', 15))) else '[]' end
     from generate_series(1, $1) i`,
    [MESSAGES],
  );
  await db.owner.query(
    "insert into public.contact_mails (submission_id, kind, sent_at) select id, 'notice', now() from public.contact_submissions",
  );
  await db.owner.query("analyze public.contact_submissions, public.contact_mails");

  const keys = { jwtSecret: "a secret of the benchmark alone, 32 characters", anonKey: "", serviceRoleKey: "" };
  const notifications = await listen(ownerUrl, ["pgrst"], () => {});
  const app = Fastify();
  await app.register(gateway);
  const maxRows = { people: MESSAGES, service: MESSAGES };
  await app.register(restRoutes({ db, keys, notifications, schemas: ["public"], maxRows }), { prefix: "/rest/v1" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const token = await signToken({ role: "authenticated", sub: ADMIN, aal: "aal2" }, keys);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const rows: Row[] = [];
  for (const [what, count, prefer] of [
    // The request of the admin page.
    ["a page of 25 and how many there are", 25, "count=exact"],
    ["all", MESSAGES, "count=none"],
  ] as const) {
    const url = `http://127.0.0.1:${port}/rest/v1/rpc/get_contact_submissions?limit=${count}`;
    const ask = async (): Promise<void> => {
      const answer = await fetch(url, { method: "POST", headers: { ...headers, prefer }, body: "{}" });
      const body = await answer.text();
      if (!answer.ok) throw new Error(body);
    };
    const asked: number[] = [];
    const queried: number[] = [];
    // Alternating, so that other load on this machine affects both alike.
    for (let i = 0; i < ASKED; i++) {
      asked.push(await taken(ask));
      queried.push(await taken(() => db.owner.query(LIST)));
    }
    rows.push([
      `of ${MESSAGES.toLocaleString("en-US")} messages to support, ${what}: p50, p95`,
      `${part(asked, 0.5).toFixed(0)}, ${part(asked, 0.95).toFixed(0)} ms`,
      `${(part(asked, 0.5) / part(queried, 0.5)).toFixed(1)} x the whole list by SQL alone (aim for p95: 300 ms)`,
    ]);
  }
  await app.close();
  await notifications.close();
  return rows;
}
