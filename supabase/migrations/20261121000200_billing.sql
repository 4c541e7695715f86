-- Billing: the provider's customers and subscriptions as last fetched, the one trial, and the provider's events.

-- Customers --------------------------------------------------------------
create table public.customers (
  id uuid primary key references auth.users (id) on delete cascade,
  stripe_customer_id text not null unique,
  created_at timestamptz not null default now()
);
alter table public.customers enable row level security;

create policy "People see their own customer" on public.customers
  for select to authenticated using (id = (select auth.uid()));
grant select on public.customers to authenticated;
grant all on public.customers to service_role;

-- Subscriptions ----------------------------------------------------------
-- Copies of the provider's state: each row is overwritten with what was fetched under the user's lock (billing.lock_user).
create table public.subscriptions (
  id text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null
    check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  price_id text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_start timestamptz,
  trial_end timestamptz,
  cancel_at timestamptz,
  ended_at timestamptz,
  card_brand text,
  card_last4 text,
  synced_at timestamptz not null default now()
);
create index subscriptions_user_id on public.subscriptions (user_id, period_end desc);
alter table public.subscriptions enable row level security;

create policy "People see their own subscriptions" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.subscriptions to authenticated;
grant all on public.subscriptions to service_role;

-- Server only ------------------------------------------------------------
create schema billing;
revoke all on schema billing from public;
grant usage on schema billing to service_role;

-- The checkout each user was last sent to and has not finished: one at a time.
create table billing.open_checkouts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  session_id text not null unique,
  -- What it was opened for; the same request is answered with the same page.
  terms jsonb not null,
  -- Opened for this user since `counted_from`, which moves on after an hour.
  opened int not null default 1,
  counted_from timestamptz not null default now()
);
alter table billing.open_checkouts enable row level security;
grant all on billing.open_checkouts to service_role;

-- What an event was about, never the state it carried: that is fetched.
create table billing.stripe_events (
  id text primary key,
  type text not null,
  object_id text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts int not null default 0,
  last_error text
);
create index stripe_events_unprocessed on billing.stripe_events (received_at) where processed_at is null;
alter table billing.stripe_events enable row level security;
grant all on billing.stripe_events to service_role;

-- Who has had the trial, by hash. Without reference to the account: deleting it does not renew the trial.
create table billing.trial_claims (
  kind text not null check (kind in ('user', 'email', 'card')),
  key_hash bytea not null,
  subscription_id text not null,
  claimed_at timestamptz not null default now(),
  primary key (kind, key_hash)
);
create index trial_claims_subscription_id on billing.trial_claims (subscription_id);
alter table billing.trial_claims enable row level security;

-- Functions --------------------------------------------------------------
-- Held until the transaction ends by whoever opens a checkout for this user or fetches and stores their subscriptions.
create function billing.lock_user(p_user uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('billing:' || p_user::text, 0));
$$;

create function billing.account_email(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = p_user;
$$;

-- The mailbox behind an address. Tags and dots are dropped only where the provider documents that it ignores them (RFC 5233
-- leaves the meaning of '+' to the receiving host).
create function billing.mailbox(p_email text) returns text
language sql immutable set search_path = '' as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(split_part(local, '+', 1), '.', '') || '@gmail.com'
    when domain in ('outlook.com', 'hotmail.com', 'live.com', 'icloud.com', 'me.com', 'fastmail.com', 'proton.me', 'protonmail.com')
      then split_part(local, '+', 1) || '@' || domain
    else local || '@' || domain
  end
  from (
    select regexp_replace(address, '@[^@]*$', '') as local, substring(address from '[^@]*$') as domain
    from (select lower(trim(p_email)) as address) trimmed
  ) parts;
$$;

create function billing.trial_keys(p_user uuid, p_card_fingerprint text) returns table (kind text, key_hash bytea)
language sql stable set search_path = '' as $$
  select keys.kind, sha256(convert_to('lampstand-trial:' || keys.kind || ':' || keys.value, 'UTF8'))
  from (values
    ('card', p_card_fingerprint),
    ('email', billing.mailbox((select email from auth.users where id = p_user))),
    ('user', p_user::text)) as keys (kind, value)
  where keys.value is not null;
$$;

create function billing.trial_available(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from billing.trial_claims c join billing.trial_keys(p_user, null) k using (kind, key_hash));
$$;

-- Starts the one trial of a user, mailbox and card, at the provider's time. 'started' the first time, 'already' when this
-- subscription has started it before, 'refused' when another subscription has had it.
create function billing.start_trial(
  p_user uuid, p_subscription text, p_trial_start timestamptz, p_card_fingerprint text, p_referral_code text
) returns text
language plpgsql security definer set search_path = '' as $$
begin
  -- A card exchanged later in the same trial is not claimed.
  if exists (
    select from billing.trial_claims c join billing.trial_keys(p_user, null) k using (kind, key_hash)
    where c.kind = 'user' and c.subscription_id = p_subscription
  ) then
    return 'already';
  end if;

  -- In one order for everyone; a claim by a transaction that has not ended is waited for.
  insert into billing.trial_claims (kind, key_hash, subscription_id)
  select k.kind, k.key_hash, p_subscription from billing.trial_keys(p_user, p_card_fingerprint) k order by k.kind, k.key_hash
  on conflict do nothing;
  if exists (
    select from billing.trial_claims c join billing.trial_keys(p_user, p_card_fingerprint) k using (kind, key_hash)
    where c.subscription_id <> p_subscription
  ) then
    delete from billing.trial_claims where subscription_id = p_subscription;
    return 'refused';
  end if;

  insert into public.profiles as p (id, email, trial_start_date, trial_generations_used, referral_code)
  values (p_user, billing.account_email(p_user), p_trial_start, 0, p_referral_code)
  on conflict (id) do update
    set trial_start_date = excluded.trial_start_date,
        trial_generations_used = 0,
        referral_code = coalesce(excluded.referral_code, p.referral_code),
        updated_at = now();
  return 'started';
end
$$;

-- What a user may do, from the stored facts: trialing is the trial; active is full; past_due keeps access for 7 days from the
-- start of the unpaid period; every other state gives none.
create function billing.access(p_user uuid, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'subscribed', coalesce(
      s.status = 'active' and (s.cancel_at is null or p_now < s.cancel_at)
        or s.status = 'past_due' and p_now < s.period_start + interval '7 days', false),
    'in_trial', coalesce(s.status = 'trialing' and p_now < p.trial_start_date + interval '3 days', false),
    'trial_start', p.trial_start_date,
    'trial_end', p.trial_start_date + interval '3 days',
    'trial_available', billing.trial_available(p_user),
    'status', s.status)
  from (select p_user as id) u
  left join public.profiles p on p.id = u.id
  left join lateral (
    select * from public.subscriptions own
    where own.user_id = u.id
    order by array_position(array['active', 'past_due', 'trialing'], own.status) nulls last, own.period_end desc
    limit 1
  ) s on true;
$$;

revoke execute on all functions in schema billing from public;
grant execute on function billing.lock_user, billing.account_email, billing.trial_available, billing.start_trial, billing.access
  to service_role;
