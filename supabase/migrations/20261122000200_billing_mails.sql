-- The mails about charges, each told once; and a checkout for minutes beside the one for the subscription.

-- Checkouts --------------------------------------------------------------
-- Counts the checkouts that were opened, so that each attempt has its own key at the provider and a repeated attempt the same one.
alter table public.customers add column checkouts_opened int not null default 0;

alter table billing.open_checkouts
  add column kind text not null default 'subscription' check (kind in ('subscription', 'minutes')),
  drop constraint open_checkouts_pkey,
  add primary key (user_id, kind);

-- The code that a person came with, unless it is their own address, mailbox or id: the rule of billing.record_referral.
create function billing.others_code(p_user uuid, p_code text) returns text
language sql stable security definer set search_path = '' as $$
  select trim(p_code)
  where lower(trim(p_code)) not in ('', p_user::text)
    and billing.mailbox(p_code) is distinct from billing.mailbox(billing.account_email(p_user));
$$;
revoke execute on function billing.others_code from public;
grant execute on function billing.others_code to service_role;

-- Mails ------------------------------------------------------------------
-- One row for each mail that has come due. `about` is what it tells: when the trial's end is charged, the start of the period that is
-- not paid, the scheduled end.
create table billing.mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('first_charge', 'renewal_failed', 'cancelled')),
  subscription_id text not null references public.subscriptions (id) on delete cascade,
  about timestamptz not null,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (subscription_id, kind, about)
);
create index mails_user_id on billing.mails (user_id);
alter table billing.mails enable row level security;
grant all on billing.mails to service_role;

-- The few that a mail may be due about.
create index subscriptions_to_tell on public.subscriptions (status)
  where status in ('trialing', 'past_due') or cancel_at is not null;
