-- Where people were charged for nothing, or could not pay at all.

-- Customers whose account was deleted by an operator, past the deletion that ends its subscription first: nobody is left who could
-- cancel. They stand here until the job `reconcile-billing` has ended what could charge them.
create table billing.orphaned_customers (
  stripe_customer_id text primary key,
  since timestamptz not null default now()
);
alter table billing.orphaned_customers enable row level security;
grant all on billing.orphaned_customers to service_role;

create function billing.keep_orphaned_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into billing.orphaned_customers (stripe_customer_id)
  select c.stripe_customer_id from public.customers c
  where c.id = old.id and not exists (select from public.account_deletions d where d.user_id = old.id)
  on conflict do nothing;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
revoke execute on function billing.keep_orphaned_customer from public;
create trigger keep_orphaned_customer before delete on auth.users
  for each row execute function billing.keep_orphaned_customer();
create trigger keep_softly_deleted_customer before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function billing.keep_orphaned_customer();

-- Trials that will charge soon whose person has never confirmed the address: with a slip in it they can neither sign in nor cancel.
create function billing.unconfirmed_trials(p_within interval) returns table (user_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct s.user_id from public.subscriptions s join auth.users u on u.id = s.user_id
  where s.status = 'trialing' and s.cancel_at is null and s.trial_end between now() and now() + p_within
    and u.email_confirmed_at is null;
$$;
revoke execute on function billing.unconfirmed_trials from public;
grant execute on function billing.unconfirmed_trials to service_role;

-- Whoever can sign in and was refused the trial for their card is offered to pay: with that card another trial checkout would be refused
-- for ever. Who is still signing up may try another card.
create or replace function billing.trial_available(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from billing.trial_claims c join billing.trial_keys(p_user, null) k using (kind, key_hash))
    and not exists (
      select from public.subscriptions s join auth.users u on u.id = s.user_id
      where s.user_id = p_user and s.trial_start is not null and s.status = 'canceled' and u.email_confirmed_at is not null);
$$;

-- The provider's clock can be ahead of ours: the first day has begun when the provider says that the trial has.
create or replace function public.trial_state(p_user uuid, p_now timestamptz default now())
returns table (day smallint, can_generate_today boolean, generations_left int)
language sql stable security definer set search_path = '' as $$
  with trial as (
    select greatest(floor(extract(epoch from p_now - (access.facts ->> 'trial_start')::timestamptz) / 86400)::int, 0) as today
    from (select billing.access(p_user, p_now) as facts) access
    where (access.facts ->> 'in_trial')::boolean
  ), open_days as (
    select d::smallint as day from trial, generate_series(trial.today, 2) d
    where not exists (select from public.trial_uses u where u.user_id = p_user and u.day = d)
  )
  select trial.today::smallint, exists (select from open_days o where o.day = trial.today), (select count(*)::int from open_days)
  from trial;
$$;

-- The address of an account that was deleted softly is none any more, and no mail goes there.
create or replace function billing.account_email(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = p_user and deleted_at is null;
$$;

-- Those that have just ended, for the mail that tells of it.
create index subscriptions_ended on public.subscriptions (ended_at) where status = 'canceled';

-- A code can be the address or the id of whoever gave it. When their account goes, it stays told that there was one.
create function billing.forget_referrer(p_user uuid, p_email text) returns void
language sql security definer set search_path = '' as $$
  update billing.referrals set code = 'deleted account'
  where lower(code) = p_user::text or billing.mailbox(code) = billing.mailbox(p_email);
  update public.profiles set referral_code = null
  where lower(referral_code) = p_user::text or billing.mailbox(referral_code) = billing.mailbox(p_email);
$$;
revoke execute on function billing.forget_referrer from public;
grant execute on function billing.forget_referrer to service_role;
