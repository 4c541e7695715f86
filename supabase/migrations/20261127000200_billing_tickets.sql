-- What is fetched from the payment provider is stored only if nothing newer stands there (docs/decisions/034).

-- Numbers each fetch before it begins. Never given twice, also across processes.
create sequence billing.sync_tickets;
grant usage on sequence billing.sync_tickets to service_role;

alter table public.customers
  -- The ticket of the fetch that is stored; 0 before the first.
  add column sync_ticket bigint not null default 0;

-- The statuses of a subscription, and which of several counts, are stated once: server/vendors/payments/payments.ts. The sync
-- stores the position of the status there; null counts least.
alter table public.subscriptions
  drop constraint subscriptions_status_check,
  add column rank smallint;
-- Until they are fetched again, as they were sorted until now.
update public.subscriptions set rank = array_position(array['active', 'past_due', 'trialing'], status);

-- A dispute is 'open', 'won' or 'lost'; 'inquiry' has taken no money, and nothing is frozen for it.
update billing.disputes
set status = case when status = 'prevented' or starts_with(status, 'warning_') then 'inquiry'
  when status in ('won', 'lost') then status else 'open' end;

-- Trialing is the trial; active is full; past_due keeps access for 7 days from the start of the first unpaid period; a scheduled
-- end keeps it until then; a dispute (inquiries aside) takes it until it is won; every other state gives none.
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
    select from billing.disputes c where c.user_id = u.id and c.status not in ('won', 'inquiry')) as frozen) d
  left join public.profiles p on p.id = u.id
  left join lateral (
    select own.status, own.cancel_at, least(own.period_start, own.unpaid_since) + interval '7 days' as grace_end
    from public.subscriptions own
    where own.user_id = u.id
    order by own.rank nulls last, own.period_end desc
    limit 1
  ) s on true;
$$;
