-- Minutes: what payments grant, what sermons use, and what a refund or dispute takes back. Seconds throughout.
-- The tables are reached through the functions alone, each of which locks the account's row first.

alter table public.customers
  -- When the last sync that succeeded began: it has seen whatever happened before.
  add column synced_at timestamptz,
  add column checked_at timestamptz;
create index customers_checked_at on public.customers (checked_at nulls first);

-- Since when the oldest unpaid invoice waits: the grace counts from there, however many periods begin meanwhile.
alter table public.subscriptions add column unpaid_since timestamptz;

-- Accounts ---------------------------------------------------------------
create table billing.quota_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Bought and not used; negative: owed, because what was taken back had been used. What is granted next pays it first.
  extra_s int not null default 0
);
alter table billing.quota_accounts enable row level security;

-- The paid periods. The newest is the present one; what an older one had left is gone.
create table billing.quota_periods (
  user_id uuid not null references billing.quota_accounts (user_id) on delete cascade,
  period_start timestamptz not null,
  period_end timestamptz not null,
  base_s int not null check (base_s >= 0),
  base_used_s int not null default 0,
  extra_used_s int not null default 0 check (extra_used_s >= 0),
  -- Of the base, what went to the debt; no longer in base_s.
  debt_paid_s int not null default 0 check (debt_paid_s >= 0),
  primary key (user_id, period_start),
  check (base_used_s between 0 and base_s)
);
alter table billing.quota_periods enable row level security;

-- Every change by a payment, once: the key names the invoice's line, the payment, the refund or the dispute.
create table billing.minute_ledger (
  source_key text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The payment intent or invoice; what is refunded is found by it.
  payment text not null,
  -- Paid for a grant, given back for a refund.
  cents int not null check (cents >= 0),
  base_s int not null,
  extra_s int not null,
  period_start timestamptz,
  reverses text unique references billing.minute_ledger (source_key),
  at timestamptz not null default now()
);
create index minute_ledger_payment on billing.minute_ledger (user_id, payment);
alter table billing.minute_ledger enable row level security;

-- One for each voicing of a generation. Not bound to its row: what was used stays used when the sermon is deleted.
create table billing.usage_reservations (
  generation_id uuid not null,
  voicing smallint not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  period_start timestamptz,
  from_base_s int not null check (from_base_s >= 0),
  from_extra_s int not null check (from_extra_s >= 0),
  state text not null default 'reserved' check (state in ('reserved', 'committed', 'released')),
  expires_at timestamptz not null,
  primary key (generation_id, voicing)
);
create unique index one_reservation_at_a_time on billing.usage_reservations (generation_id) where state = 'reserved';
create index usage_reservations_open on billing.usage_reservations (expires_at) where state = 'reserved';
create index usage_reservations_user_id on billing.usage_reservations (user_id);
alter table billing.usage_reservations enable row level security;

-- Disputes ---------------------------------------------------------------
-- The provider's disputes as last fetched. While money is contested or lost, there is no access.
create table billing.disputes (
  id text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null
);
create index disputes_user_id on billing.disputes (user_id);
alter table billing.disputes enable row level security;

-- Referrals --------------------------------------------------------------
-- The code a person came with; worth its reward once, after their first paid invoice.
create table billing.referrals (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null check (char_length(code) between 1 and 64),
  recorded_at timestamptz not null default now(),
  earned_by_invoice text,
  earned_at timestamptz
);
create index referrals_code on billing.referrals (code);
alter table billing.referrals enable row level security;

-- Access -----------------------------------------------------------------
-- Trialing is the trial; active is full; past_due keeps access for 7 days from the start of the first unpaid period; a scheduled
-- end keeps it until then; a dispute (inquiries, whose status begins with warning_, aside) takes it until it is won; every other
-- state gives none.
create or replace function billing.access(p_user uuid, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'subscribed', coalesce(not d.frozen and (s.cancel_at is null or p_now < s.cancel_at)
      and (s.status = 'active' or s.status = 'past_due' and p_now < s.grace_end), false),
    'in_trial', coalesce(not d.frozen and s.status = 'trialing' and p_now < p.trial_start_date + interval '3 days', false),
    'trial_start', p.trial_start_date,
    'trial_end', p.trial_start_date + interval '3 days',
    'trial_available', billing.trial_available(p_user),
    'status', s.status,
    'cancel_at', case when s.status in ('active', 'past_due', 'trialing') then s.cancel_at end,
    'grace_end', case when s.status = 'past_due' then s.grace_end end,
    'frozen', d.frozen)
  from (select p_user as id) u
  cross join lateral (select exists (
    select from billing.disputes c
    where c.user_id = u.id and c.status not in ('won', 'prevented') and not starts_with(c.status, 'warning_')) as frozen) d
  left join public.profiles p on p.id = u.id
  left join lateral (
    select own.status, own.cancel_at, least(own.period_start, own.unpaid_since) + interval '7 days' as grace_end
    from public.subscriptions own
    where own.user_id = u.id
    order by array_position(array['active', 'past_due', 'trialing'], own.status) nulls last, own.period_end desc
    limit 1
  ) s on true;
$$;

-- Internal ---------------------------------------------------------------
create function billing.lock_account(p_user uuid) returns billing.quota_accounts
language plpgsql set search_path = '' as $$
declare account billing.quota_accounts;
begin
  insert into billing.quota_accounts (user_id) values (p_user) on conflict do nothing;
  select * into strict account from billing.quota_accounts where user_id = p_user for update;
  return account;
end
$$;

-- The newest paid period. What it has left serves until the next is paid, at most until the grace of that one is over: the
-- provider charges an hour into a new period, and a failed charge gives no new minutes but takes none away.
create function billing.present_period(p_user uuid, p_now timestamptz) returns setof billing.quota_periods
language sql stable set search_path = '' as $$
  select newest.* from (
    select * from billing.quota_periods q where q.user_id = p_user order by q.period_start desc limit 1
  ) newest where p_now < newest.period_end + interval '7 days';
$$;

-- What the present period has left goes to what is owed.
create function billing.pay_debt(p_user uuid) returns void
language plpgsql set search_path = '' as $$
declare
  period billing.quota_periods;
  owed int;
begin
  select -extra_s into owed from billing.quota_accounts where user_id = p_user;
  select * into period from billing.present_period(p_user, now());
  owed := least(owed, period.base_s - period.base_used_s);
  if owed > 0 then
    update billing.quota_periods set base_s = base_s - owed, debt_paid_s = debt_paid_s + owed
    where user_id = p_user and period_start = period.period_start;
    update billing.quota_accounts set extra_s = extra_s + owed where user_id = p_user;
  end if;
end
$$;

-- Ends a reservation, which the caller has locked the account of: `p_used` seconds of it stay used, bought ones the last.
create function billing.end_reservation(p_reservation billing.usage_reservations, p_used int) returns void
language plpgsql set search_path = '' as $$
declare
  to_extra int := least(p_reservation.from_extra_s, p_reservation.from_base_s + p_reservation.from_extra_s - p_used);
  to_base int := p_reservation.from_base_s + p_reservation.from_extra_s - p_used - to_extra;
begin
  update billing.usage_reservations
  set state = case when p_used = 0 then 'released' else 'committed' end,
      from_base_s = from_base_s - to_base, from_extra_s = from_extra_s - to_extra
  where generation_id = p_reservation.generation_id and voicing = p_reservation.voicing;
  update billing.quota_periods set base_used_s = base_used_s - to_base, extra_used_s = extra_used_s - to_extra
  where user_id = p_reservation.user_id and period_start = p_reservation.period_start;
  update billing.quota_accounts set extra_s = extra_s + to_extra where user_id = p_reservation.user_id;
  perform billing.pay_debt(p_reservation.user_id);
end
$$;

-- Payments ---------------------------------------------------------------
-- Each answers false when the key has been used before, and then changes nothing.

-- Minutes of a paid period.
create function billing.start_period(
  p_user uuid, p_key text, p_seconds int, p_start timestamptz, p_end timestamptz, p_payment text, p_cents int
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform billing.lock_account(p_user);
  insert into billing.minute_ledger (source_key, user_id, payment, cents, base_s, extra_s, period_start)
  values (p_key, p_user, p_payment, p_cents, p_seconds, 0, p_start) on conflict (source_key) do nothing;
  if not found then
    return false;
  end if;
  insert into billing.quota_periods as q (user_id, period_start, period_end, base_s) values (p_user, p_start, p_end, p_seconds)
  on conflict (user_id, period_start) do update
    set base_s = q.base_s + excluded.base_s, period_end = greatest(q.period_end, excluded.period_end);
  perform billing.pay_debt(p_user);
  return true;
end
$$;

-- Minutes that were bought.
create function billing.credit(p_user uuid, p_key text, p_seconds int, p_payment text, p_cents int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform billing.lock_account(p_user);
  insert into billing.minute_ledger (source_key, user_id, payment, cents, base_s, extra_s)
  values (p_key, p_user, p_payment, p_cents, 0, p_seconds) on conflict (source_key) do nothing;
  if not found then
    return false;
  end if;
  update billing.quota_accounts set extra_s = extra_s + p_seconds where user_id = p_user;
  perform billing.pay_debt(p_user);
  return true;
end
$$;

-- A refund or dispute of `p_cents` takes back that share of what the payment granted, rounded up, and never more than the whole.
-- Unused base minutes go first; what had been used is taken from the bought ones, or owed. Also false when the payment granted nothing.
create function billing.take_back(p_user uuid, p_key text, p_payment text, p_cents int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  paid record;
  period billing.quota_periods;
  seconds int;
  from_base int := 0;
begin
  perform billing.lock_account(p_user);
  select sum(l.base_s + l.extra_s) filter (where l.base_s + l.extra_s > 0 and l.reverses is null) as granted,
    sum(l.base_s + l.extra_s) as kept,
    sum(l.cents) filter (where l.base_s + l.extra_s > 0 and l.reverses is null) as cents,
    max(l.period_start) as period_start
  into paid from billing.minute_ledger l where l.user_id = p_user and l.payment = p_payment;
  if coalesce(paid.cents, 0) = 0 then
    return false;
  end if;
  seconds := least(ceil(paid.granted::numeric * p_cents / paid.cents), paid.kept);
  if paid.period_start is not null then
    select * into strict period from billing.quota_periods where user_id = p_user and period_start = paid.period_start;
    from_base := least(seconds, period.base_s - period.base_used_s);
  end if;
  insert into billing.minute_ledger (source_key, user_id, payment, cents, base_s, extra_s, period_start)
  values (p_key, p_user, p_payment, p_cents, -from_base, from_base - seconds, paid.period_start)
  on conflict (source_key) do nothing;
  if not found then
    return false;
  end if;
  update billing.quota_periods set base_s = base_s - from_base where user_id = p_user and period_start = paid.period_start;
  update billing.quota_accounts set extra_s = extra_s - (seconds - from_base) where user_id = p_user;
  perform billing.pay_debt(p_user);
  return true;
end
$$;

-- Undoes `take_back`: the refund failed, or the dispute was won. False as well when nothing was taken.
create function billing.give_back(p_user uuid, p_key text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare taken billing.minute_ledger;
begin
  perform billing.lock_account(p_user);
  select * into taken from billing.minute_ledger where source_key = p_key and user_id = p_user;
  if not found then
    return false;
  end if;
  insert into billing.minute_ledger (source_key, user_id, payment, cents, base_s, extra_s, period_start, reverses)
  values (p_key || ':undone', p_user, taken.payment, taken.cents, -taken.base_s, -taken.extra_s, taken.period_start, p_key)
  on conflict (source_key) do nothing;
  if not found then
    return false;
  end if;
  update billing.quota_periods set base_s = base_s - taken.base_s
  where user_id = p_user and period_start = taken.period_start;
  update billing.quota_accounts set extra_s = extra_s - taken.extra_s where user_id = p_user;
  perform billing.pay_debt(p_user);
  return true;
end
$$;

-- Refunds whose minutes are taken back at present: those that the provider no longer counts are to be given back.
create function billing.refunds_taken(p_user uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select l.source_key from billing.minute_ledger l
  where l.user_id = p_user and starts_with(l.source_key, 'refund:') and l.reverses is null
    and not exists (select from billing.minute_ledger r where r.reverses = l.source_key)
  order by l.source_key;
$$;

-- Whose payment a refund that took minutes was of.
create function billing.refunded_customer(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select c.stripe_customer_id from billing.minute_ledger l join public.customers c on c.id = l.user_id where l.source_key = p_key;
$$;

-- Usage ------------------------------------------------------------------
-- Takes the seconds of one voicing: 'reserved', also when it was before; 'no_access'; or 'exhausted', all or nothing.
create function billing.reserve(
  p_user uuid, p_generation uuid, p_voicing int, p_seconds int, p_now timestamptz default now()
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account billing.quota_accounts;
  period billing.quota_periods;
  from_base int;
begin
  if p_seconds <= 0 then
    raise exception 'a reservation is of at least one second' using errcode = '22023';
  end if;
  -- Before the account is opened: a token can outlive its user.
  if not (billing.access(p_user, p_now) ->> 'subscribed')::boolean then
    return 'no_access';
  end if;
  account := billing.lock_account(p_user);
  if exists (select from billing.usage_reservations r where r.generation_id = p_generation and r.voicing = p_voicing) then
    return 'reserved';
  end if;
  select * into period from billing.present_period(p_user, p_now);
  from_base := least(p_seconds, coalesce(period.base_s - period.base_used_s, 0));
  if p_seconds - from_base > greatest(account.extra_s, 0) then
    return 'exhausted';
  end if;
  update billing.quota_periods set base_used_s = base_used_s + from_base, extra_used_s = extra_used_s + p_seconds - from_base
  where user_id = p_user and period_start = period.period_start;
  update billing.quota_accounts set extra_s = extra_s - (p_seconds - from_base) where user_id = p_user;
  insert into billing.usage_reservations (generation_id, voicing, user_id, period_start, from_base_s, from_extra_s, expires_at)
  values (p_generation, p_voicing, p_user, period.period_start, from_base, p_seconds - from_base, p_now + interval '1 hour');
  return 'reserved';
end
$$;

-- The recording is there: what it did not take of the reservation is given back. It never costs more than was reserved.
create function billing.settle(p_generation uuid, p_seconds int) returns void
language plpgsql security definer set search_path = '' as $$
declare reservation billing.usage_reservations;
begin
  -- Not created here: this also runs while the person's account is being deleted.
  perform from billing.quota_accounts a
  where a.user_id in (select r.user_id from billing.usage_reservations r where r.generation_id = p_generation and r.state = 'reserved')
  for update;
  select * into reservation from billing.usage_reservations r
  where r.generation_id = p_generation and r.state = 'reserved' for update;
  if found then
    perform billing.end_reservation(
      reservation, least(greatest(p_seconds, 0), reservation.from_base_s + reservation.from_extra_s));
  end if;
end
$$;

-- Gives the reservation back whole, if it is still one.
create function billing.release(p_generation uuid) returns void
language sql security definer set search_path = '' as $$
  select billing.settle(p_generation, 0);
$$;

-- A generation that ends without a recording, or that is deleted, gives its reservation back in the same transaction.
create function billing.release_ended_generation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform billing.release(old.id);
  return null;
end
$$;
create trigger release_ended_generation after update of state on public.generations for each row
when (old.state = 'running' and new.state <> 'running') execute function billing.release_ended_generation();
create trigger release_deleted_generation after delete on public.generations for each row
execute function billing.release_ended_generation();

-- Releases what expired and belongs to no running generation; answers how many.
create function billing.sweep_reservations(p_now timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  stale record;
  swept int := 0;
begin
  for stale in
    select r.generation_id from billing.usage_reservations r
    where r.state = 'reserved' and r.expires_at < p_now
      and not exists (select from public.generations g where g.id = r.generation_id and g.state = 'running')
    order by r.user_id, r.generation_id limit 1000
  loop
    perform billing.release(stale.generation_id);
    swept := swept + 1;
  end loop;
  return swept;
end
$$;

-- The account in seconds: what the present period gives, what was bought (used ones of this period included), and what is used of both.
create function billing.minutes(p_user uuid, p_now timestamptz default now()) returns table (base_s int, extra_s int, used_s int)
language sql stable security definer set search_path = '' as $$
  select coalesce(p.base_s, 0), coalesce(a.extra_s, 0) + coalesce(p.extra_used_s, 0), coalesce(p.base_used_s + p.extra_used_s, 0)
  from (select p_user as id) u
  left join billing.quota_accounts a on a.user_id = u.id
  left join lateral billing.present_period(u.id, p_now) p on true;
$$;

-- What is fetched ---------------------------------------------------------
create function billing.save_dispute(p_user uuid, p_dispute text, p_status text) returns void
language sql security definer set search_path = '' as $$
  insert into billing.disputes (id, user_id, status) values (p_dispute, p_user, p_status)
  on conflict (id) do update set status = excluded.status;
$$;

-- The first code counts. Nobody refers themselves: a code that is the person's own address, mailbox or id is not kept.
create function billing.record_referral(p_user uuid, p_code text) returns void
language sql security definer set search_path = '' as $$
  insert into billing.referrals (user_id, code)
  select p_user, trim(p_code)
  where lower(trim(p_code)) not in ('', p_user::text)
    and billing.mailbox(p_code) is distinct from billing.mailbox(billing.account_email(p_user))
  on conflict (user_id) do nothing;
$$;

create function billing.earn_referral(p_user uuid, p_invoice text) returns void
language sql security definer set search_path = '' as $$
  update billing.referrals set earned_by_invoice = p_invoice, earned_at = now() where user_id = p_user and earned_at is null;
$$;

revoke execute on all functions in schema billing from public;
grant execute on function billing.start_period, billing.credit, billing.take_back, billing.give_back, billing.refunds_taken,
  billing.refunded_customer, billing.reserve, billing.settle, billing.release, billing.sweep_reservations, billing.minutes, billing.save_dispute,
  billing.record_referral, billing.earn_referral
  to service_role;
