-- Generations: one row for each sermon being made, one row for each of its steps. Only the server writes them.

create table public.generations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Emptied when the text turns out to need help instead of a sermon: such topics are not kept.
  prompt text not null check (char_length(prompt) <= 2000),
  prompt_sha256 text not null,
  minutes smallint not null check (minutes in (5, 10)),
  voice text not null,
  state text not null default 'running' check (state in ('running', 'finished', 'failed', 'withheld')),
  crisis_kind text check (crisis_kind in ('self-harm', 'abuse', 'medical', 'harm-to-others')),
  idempotency_key uuid,
  text_sha256 text,
  engine text,
  -- Voicings that were asked for; a resumed one after a crash is the same one.
  voicings smallint not null default 1 check (voicings between 1 and 2),
  -- A sermon that was saved and then deleted must not come back with a later voicing.
  saved_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (user_id, idempotency_key)
);
create unique index one_running_generation on public.generations (user_id) where state = 'running';
create index generations_newest on public.generations (user_id, created_at desc);
create index generations_running on public.generations (created_at) where state = 'running';
alter table public.generations enable row level security;

create policy "People see their own generations" on public.generations
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.generations to authenticated;

create table public.generation_steps (
  generation_id uuid not null references public.generations (id) on delete cascade,
  kind text not null check (kind in ('text', 'voice', 'image', 'save')),
  status text not null default 'pending' check (status in ('pending', 'in-progress', 'completed', 'error')),
  -- Fencing: a writer names the attempt that it claimed, so one that lost its lease can't overwrite its successor.
  attempt int not null default 0,
  lease_until timestamptz,
  error_code text,
  -- What has been written of the text so far; a prefix of the finished content.
  draft text not null default '',
  output jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (generation_id, kind)
);
alter table public.generation_steps enable row level security;

create policy "People see the steps of their own generations" on public.generation_steps
  for select to authenticated
  using (exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));
grant select on public.generation_steps to authenticated;

-- Trial ------------------------------------------------------------------
-- One sermon in each 24 hours from the start of the trial. The primary key is the rule: two requests can't both have a day.
create table public.trial_uses (
  user_id uuid not null references auth.users (id) on delete cascade,
  day smallint not null check (day between 0 and 2),
  generation_id uuid not null unique,
  -- Null while the text is being written; a failed text gives the day back.
  delivered_at timestamptz,
  primary key (user_id, day)
);
alter table public.trial_uses enable row level security;

create policy "People see their own trial days" on public.trial_uses
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.trial_uses to authenticated;

-- The trial as billing knows it, in days: today's number, whether it is free, and how many are left, today included.
create function public.trial_state(p_user uuid, p_now timestamptz default now())
returns table (day smallint, can_generate_today boolean, generations_left int)
language sql stable security definer set search_path = '' as $$
  with trial as (
    select floor(extract(epoch from p_now - (access.facts ->> 'trial_start')::timestamptz) / 86400)::int as today
    from (select billing.access(p_user, p_now) as facts) access
    where (access.facts ->> 'in_trial')::boolean
  ), open_days as (
    select d::smallint as day from trial, generate_series(greatest(trial.today, 0), 2) d
    where not exists (select from public.trial_uses u where u.user_id = p_user and u.day = d)
  )
  select trial.today::smallint, exists (select from open_days o where o.day = trial.today), (select count(*)::int from open_days)
  from trial;
$$;
revoke execute on function public.trial_state from public, anon, authenticated;

-- Cost -------------------------------------------------------------------
-- Each start of a vendor, whatever became of it, for the bounds per person and for the installation.
create table public.vendor_starts (
  id bigint generated always as identity primary key,
  vendor text not null check (vendor in ('writer', 'voice', 'image')),
  engine text not null,
  user_id uuid not null,
  generation_id uuid not null,
  at timestamptz not null default now()
);
create index vendor_starts_by_user on public.vendor_starts (user_id, vendor, at);
create index vendor_starts_by_engine on public.vendor_starts (engine, at);
alter table public.vendor_starts enable row level security;

-- What the writer has given this person, so that the next sermon does not repeat it.
create table public.writer_memory (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table public.writer_memory enable row level security;

-- A generation's id is the id of its sermon: nobody else may take it first.
create function public.refuse_foreign_generation_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.generations g where g.id = new.id and g.user_id <> new.user_id) then
    raise exception 'the id belongs to another generation' using errcode = '42501';
  end if;
  return new;
end
$$;
revoke execute on function public.refuse_foreign_generation_id from public;
create trigger refuse_foreign_generation_id before insert or update of id on public.sermons
  for each row execute function public.refuse_foreign_generation_id();
