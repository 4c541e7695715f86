import type pg from "pg";

/** The sandbox's own tables, in order; one that was released is never changed. */
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
