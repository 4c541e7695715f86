-- Who did what to which account (contract section 1 as a trail). No secret, and of an address that nobody owns only a hash.
-- No foreign keys: an entry outlives the account that it is about.
create table auth.audit_log_entries (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Upstream's names where it has one.
  action text not null check (action ~ '^[a-z_]{1,64}$'),
  -- Null: nobody who is known, or the holder of the service key.
  actor_id uuid,
  subject_id uuid,
  ip inet,
  user_agent text check (length(user_agent) <= 255),
  -- Codes and counts only.
  traits jsonb not null default '{}'
);
create index audit_log_entries_created_at on auth.audit_log_entries (created_at);
create index audit_log_entries_actor_id on auth.audit_log_entries (actor_id, action, created_at);
create index audit_log_entries_subject_id on auth.audit_log_entries (subject_id, created_at);

alter table auth.audit_log_entries enable row level security;
grant select on auth.audit_log_entries to service_role;

-- The trail for the client with the service key (`rpc("audit_log")`), which reaches the schema public alone. It runs with its
-- caller's rights, so the table's grant decides.
create function public.audit_log()
returns table (id bigint, created_at timestamptz, action text, actor_id uuid, subject_id uuid, ip inet, user_agent text, traits jsonb)
language sql stable
as $$ select e.id, e.created_at, e.action, e.actor_id, e.subject_id, e.ip, e.user_agent, e.traits from auth.audit_log_entries e $$;
revoke execute on function public.audit_log from public;
grant execute on function public.audit_log to service_role;

-- One row for each limit and whom it counts: the time at which everything taken has been given back (GCRA, decision 007).
-- Unlogged: a crash of the database forgives what was counted, and no count costs a write to the log.
create unlogged table auth.rate_limits (
  key bytea primary key,
  free_at timestamptz not null
);
create index rate_limits_free_at on auth.rate_limits (free_at);
alter table auth.rate_limits enable row level security;
