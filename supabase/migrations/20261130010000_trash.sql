-- A deleted sermon can be taken back for 30 days (docs/decisions/051-trash.md).

alter table public.sermons add column deleted_at timestamptz;
create index sermons_in_trash on public.sermons (user_id, deleted_at) where deleted_at is not null;
create index sermons_to_sweep on public.sermons (deleted_at) where deleted_at is not null;

-- Whoever comes by the tables finds nothing of it: not the row, not what was made for it, not its files.
create policy "Nothing of a sermon in the trash is reached" on public.sermons as restrictive to authenticated
  using (deleted_at is null);

-- The trash of the caller, what was put there last first.
create function public.list_trash()
returns table (id uuid, title text, image_url text, created_at timestamptz, deleted_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.id, s.title, s.image_url, s.created_at, s.deleted_at from public.sermons s
  where s.user_id = (select auth.uid()) and s.deleted_at is not null and (select public.second_factor_met())
  order by s.deleted_at desc, s.id;
$$;

-- What is still being made stays visible until it is done: no other sermon can be begun before.
create policy "Nothing of a sermon in the trash is reached" on public.generations as restrictive for select to authenticated
  using (state = 'running' or id <> all (array(select t.id from public.list_trash() t)));

-- The second folder of a file is the sermon that it was made for.
create policy "Nothing of a sermon in the trash is reached" on storage.objects as restrictive for select to authenticated
  using (bucket_id not in ('sermon-audio', 'sermon-images')
    or coalesce((storage.foldername(name))[2], '') <> all (array(select t.id::text from public.list_trash() t)));

-- Each answers the ids of the caller's own sermons that it was done to.
create function public.trash_sermons(p_ids uuid[]) returns setof uuid
language sql security definer set search_path = '' as $$
  update public.sermons s set deleted_at = now()
  where s.user_id = (select auth.uid()) and s.id = any (p_ids) and s.deleted_at is null and (select public.second_factor_met())
  returning s.id;
$$;

create function public.restore_sermons(p_ids uuid[]) returns setof uuid
language sql security definer set search_path = '' as $$
  update public.sermons s set deleted_at = null
  where s.user_id = (select auth.uid()) and s.id = any (p_ids) and s.deleted_at is not null and (select public.second_factor_met())
  returning s.id;
$$;

-- For good: as a delete on the table does.
create function public.delete_trashed_sermons(p_ids uuid[]) returns setof uuid
language sql security definer set search_path = '' as $$
  delete from public.sermons s
  where s.user_id = (select auth.uid()) and s.id = any (p_ids) and s.deleted_at is not null and (select public.second_factor_met())
  returning s.id;
$$;

revoke execute on function public.list_trash, public.trash_sermons, public.restore_sermons, public.delete_trashed_sermons
  from public, anon;
grant execute on function public.list_trash, public.trash_sermons, public.restore_sermons, public.delete_trashed_sermons
  to authenticated;

-- A person's share counts the trash too, or it would have no bound.
create function public.stored_sermons() returns table (sermons bigint, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select count(*), sum(pg_catalog.pg_column_size(s.content))
  from public.sermons s where s.user_id = (select auth.uid()) having (select public.second_factor_met());
$$;
revoke execute on function public.stored_sermons from public, anon;
grant execute on function public.stored_sermons to authenticated;

create or replace function public.refuse_over_share() returns trigger
language plpgsql set search_path = '' as $$
declare
  used record;
begin
  if current_user <> 'authenticated' or not exists (select from added) then
    return null;
  end if;
  -- One at a time for each person, so that each sees what the others added.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('sermons-share:' || auth.uid(), 0));
  select * into used from public.stored_sermons();
  if used.sermons > 5000 or used.bytes > 52428800 then
    raise sqlstate 'PGRST' using
      message = '{"code": "quota_exceeded", "message": "There is no room for more sermons; delete some first"}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return null;
end
$$;

create or replace function public.refuse_growth_over_share() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
    and (select sum(octet_length(a.content)) from added a) > (select sum(octet_length(f.content)) from former f)
    and (select bytes from public.stored_sermons()) > 52428800
  then
    raise sqlstate 'PGRST' using
      message = '{"code": "quota_exceeded", "message": "There is no room for longer sermons; delete some first"}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return null;
end
$$;

-- As before (20261129004400), and a sermon in the trash has no title either.
create or replace function billing.minutes_by_sermon(p_user uuid, p_now timestamptz default now())
returns table (generation_id uuid, title text, is_made boolean, at timestamptz, base_s int, extra_s int)
language sql stable security definer set search_path = '' as $$
  select r.generation_id, left(s.title, 200), coalesce(g.state <> 'running', true), min(r.reserved_at),
    sum(r.from_base_s)::int, sum(r.from_extra_s)::int
  from billing.present_period(p_user, p_now) p
  join billing.usage_reservations r on r.user_id = p_user and r.period_start = p.period_start and r.state <> 'released'
  left join public.sermons s on s.id = r.generation_id and s.user_id = p_user and s.deleted_at is null
  left join public.generations g on g.id = r.generation_id and g.user_id = p_user
  group by r.generation_id, s.title, g.state
  order by min(r.reserved_at) desc;
$$;
