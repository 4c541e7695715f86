import type pg from "pg";

/** Migrations of the sandbox's tables, in order; never change a released one. */
const MIGRATIONS: readonly string[] = [
  `create table objects (
     id text primary key,
     kind text not null,
     seq bigint generated always as identity,
     -- As the API sends it, unexpanded.
     body jsonb not null,
     -- What the provider knows and does not show.
     hidden jsonb not null default '{}',
     -- Unix seconds at which time changes it: a session expires, a trial ends, a period renews.
     due_at bigint
   );
   create index objects_by_kind on objects (kind, seq);
   create index objects_by_customer on objects ((body ->> 'customer'), kind);
   create index objects_due on objects (due_at) where due_at is not null;

   create table deliveries (
     event_id text primary key references objects (id),
     attempts int not null default 0,
     next_attempt_at timestamptz default now(),
     last_attempt_at timestamptz,
     last_status int,
     last_error text,
     delivered_at timestamptz
   );
   create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;

   create table idempotency_keys (
     key text primary key,
     request_sha256 text not null,
     body jsonb not null,
     created_at timestamptz not null default now()
   );`,

  // Adds timelines of customers, the order of deliveries, and errors stored under idempotency keys.
  `create table timelines (
     -- A test clock's id, or the id of a customer whose time runs ahead.
     id text primary key,
     -- A test clock's time, Unix seconds; it stands still between advances.
     frozen_at bigint,
     -- Seconds by which it is later than real time.
     ahead bigint not null default 0
   );
   -- Whose time an object lives in; null: real time.
   alter table objects add column timeline text;
   update objects set timeline = case when kind = 'customer' then id else body ->> 'customer' end where kind <> 'event';
   create index objects_due_in_timeline on objects (timeline, due_at) where due_at is not null;
   create index objects_by_content on objects using gin (body jsonb_path_ops) where kind <> 'event';

   create sequence delivery_positions;
   alter table deliveries add column position bigint;
   update deliveries d set position = o.seq from objects o where o.id = d.event_id;
   select setval('delivery_positions', greatest(1, (select max(position) from deliveries)));
   alter table deliveries alter column position set default nextval('delivery_positions'), alter column position set not null;
   alter sequence delivery_positions owned by deliveries.position;

   alter table idempotency_keys add column status int not null default 200;`,

  // Sets `pending_webhooks` of delivered events.
  `update objects o set body = jsonb_set(body, '{pending_webhooks}', '0')
   from deliveries d where d.event_id = o.id and d.delivered_at is not null;`,
];

/** Creates the schema or brings it up to date; processes starting together wait for each other. */
export async function migrateSandbox(client: pg.ClientBase, schema: string): Promise<void> {
  const name = client.escapeIdentifier(schema);
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sandbox:${schema}`]);
    await client.query(`create schema if not exists ${name}; set local search_path = ${name};
      create table if not exists migrations (version int primary key)`);
    const { rows } = await client.query<{ version: number }>("select coalesce(max(version), 0) as version from migrations");
    const from = rows[0]?.version ?? 0;
    for (const [i, sql] of MIGRATIONS.entries()) {
      if (i < from) continue;
      await client.query(sql);
      await client.query("insert into migrations (version) values ($1)", [i + 1]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
