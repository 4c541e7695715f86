-- What of the money is told to the person: which sermon took how many minutes, and whether the first payment is still owed.

alter table billing.usage_reservations add column reserved_at timestamptz not null default now();
-- Until now each was made for an hour.
update billing.usage_reservations set reserved_at = expires_at - interval '1 hour';

-- The sermons that the minutes of the present period went to, newest first: from_base_s + from_extra_s of all add up to what
-- `billing.minutes` counts as used. `title` is null for one that is being made, and for one that was deleted.
create function billing.minutes_by_sermon(p_user uuid, p_now timestamptz default now())
returns table (generation_id uuid, title text, is_made boolean, at timestamptz, base_s int, extra_s int)
language sql stable security definer set search_path = '' as $$
  select r.generation_id, left(s.title, 200), coalesce(g.state <> 'running', true), min(r.reserved_at),
    sum(r.from_base_s)::int, sum(r.from_extra_s)::int
  from billing.present_period(p_user, p_now) p
  join billing.usage_reservations r on r.user_id = p_user and r.period_start = p.period_start and r.state <> 'released'
  left join public.sermons s on s.id = r.generation_id and s.user_id = p_user
  left join public.generations g on g.id = r.generation_id and g.user_id = p_user
  group by r.generation_id, s.title, g.state
  order by min(r.reserved_at) desc;
$$;

-- The trial is over and its first charge failed, so no month was ever paid.
create function billing.owes_first_payment(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(billing.access(p_user) ->> 'status' in ('past_due', 'unpaid'), false)
    and not exists (select from billing.quota_periods q where q.user_id = p_user);
$$;

revoke execute on function billing.minutes_by_sermon, billing.owes_first_payment from public;
grant execute on function billing.minutes_by_sermon, billing.owes_first_payment to service_role;
