-- The end of an account: a deletion that goes on, step by step, until nothing is left. And who is collecting their data.

-- Deletions ---------------------------------------------------------------
-- One row from the moment somebody deletes their account until it is told to them; then the row goes too. It has no foreign key,
-- since it outlives the account, and the address stands here for that last mail alone.
create table public.account_deletions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique,
  email text not null,
  -- The step to be done next, in this order.
  step text not null default 'subscription' check (step in ('subscription', 'files', 'rows', 'user', 'mail')),
  -- Tries of this step, and the code of the last one's failure.
  attempts int not null default 0,
  last_error text check (last_error ~ '^[A-Za-z0-9_]{1,64}$'),
  -- When it is tried next; while a worker is at it, when it is taken over from a worker that died.
  due_at timestamptz not null default now(),
  requested_at timestamptz not null default now()
);
create index account_deletions_due_at on public.account_deletions (due_at);
alter table public.account_deletions enable row level security;

-- Closes the account for good: nobody gets in any more, what is being made for it stops, its deletion begins. Answers the deletion's id,
-- the same one again; null when this session has ended, whose token may still be about.
create function public.close_account(p_user uuid, p_session text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  deletion uuid;
begin
  -- The lock under which sermons are started: one that came first is seen below, one that comes later finds the account closed.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('generation:' || p_user::text, 0));
  perform from auth.users u where u.id = p_user for no key update;
  select d.id into deletion from public.account_deletions d where d.user_id = p_user;
  if found then
    return deletion;
  end if;
  if not exists (select from auth.sessions s where s.user_id = p_user and s.id::text = p_session) then
    return null;
  end if;
  insert into public.account_deletions (user_id, email)
  select u.id, u.email from auth.users u where u.id = p_user returning id into deletion;

  update auth.users set banned_until = now() + interval '100 years' where id = p_user;
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.one_time_tokens t where t.user_id = p_user;
  delete from auth.flow_state f where f.user_id = p_user;

  -- A runner renews its lease every ten seconds (generation-step.job.ts), and stops when it can't: until then the deletion waits.
  update public.generation_steps s
  set status = 'error', error_code = 'account_closed', finished_at = now(), lease_until = least(s.lease_until, now() + interval '12 seconds')
  from public.generations g
  where g.id = s.generation_id and g.user_id = p_user and g.state = 'running' and s.status in ('pending', 'in-progress');
  perform pg_catalog.pg_notify('generation', g.id::text) from public.generations g where g.user_id = p_user and g.state = 'running';
  update public.generations g set state = 'failed', finished_at = now() where g.user_id = p_user and g.state = 'running';
  return deletion;
end
$$;
revoke execute on function public.close_account from public;
grant execute on function public.close_account to service_role;

-- Downloads of one's data -------------------------------------------------
create table public.data_downloads (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- One at a time: until then one is running, unless it ended before.
  running_until timestamptz not null,
  -- Begun since `counted_from`, which moves on after an hour.
  begun int not null default 1,
  counted_from timestamptz not null default now()
);
alter table public.data_downloads enable row level security;

-- What is kept about a person's minutes, in seconds and cents; its tables are reached through functions alone.
create function billing.minutes_data(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'present', (select to_jsonb(m) from billing.minutes(p_user) m),
    'periods', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' order by p.period_start), '[]')
      from billing.quota_periods p where p.user_id = p_user),
    'payments', (select coalesce(jsonb_agg(to_jsonb(l) - 'user_id' order by l.at, l.source_key), '[]')
      from billing.minute_ledger l where l.user_id = p_user),
    'uses', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.expires_at, r.generation_id, r.voicing), '[]')
      from billing.usage_reservations r where r.user_id = p_user),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(d) - 'user_id' order by d.id), '[]')
      from billing.disputes d where d.user_id = p_user),
    'referral', (select to_jsonb(r) - 'user_id' from billing.referrals r where r.user_id = p_user));
$$;
revoke execute on function billing.minutes_data from public;
grant execute on function billing.minutes_data to service_role;
