-- Mails that tell the owner of an account what was done to it, and the trail for what SQL does itself.

-- One row from the act until its mail was taken by the mail server. It goes with its account: the end of that is told by the product.
create table auth.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Upstream's name of its notification where it has one.
  kind text not null check (kind ~ '^[a-z_]{1,64}$'),
  -- Where the owner is to be told: for a changed address, the one before.
  email text not null check (length(email) <= 255),
  -- "Firefox on Linux"; null: unknown.
  device text check (length(device) <= 64),
  created_at timestamptz not null default now()
);
create index notices_user_id on auth.notices (user_id);
create index notices_created_at on auth.notices (created_at);
alter table auth.notices enable row level security;

-- Adds to the audit trail from a trigger or a function that runs with its owner's rights; nobody else may call it.
create function auth.add_to_trail(p_action text, p_actor uuid, p_subject uuid, p_traits jsonb) returns void
language sql set search_path = '' as $$
  insert into auth.audit_log_entries (action, actor_id, subject_id, traits) values (p_action, p_actor, p_subject, p_traits);
$$;
revoke execute on function auth.add_to_trail from public;
