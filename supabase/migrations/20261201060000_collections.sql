-- Collections: sermons that somebody keeps together under a name. A sermon is in any number of them.

create table public.collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60 and name = btrim(name) and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  unique (id, user_id)
);
create unique index collections_of_user on public.collections (user_id, lower(name));
alter table public.collections enable row level security;

create policy "People keep collections of their own" on public.collections for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "A second factor is asked for" on public.collections as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select, delete, insert (user_id, name), update (name) on public.collections to authenticated;

create function public.refuse_too_many_collections() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- One at a time for each person, so that each sees what the others added.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('collections:' || new.user_id, 0));
  if (select count(*) from public.collections c where c.user_id = new.user_id) >= 100 then
    raise sqlstate 'PGRST' using
      message = '{"code": "quota_exceeded", "message": "There is no room for more than 100 collections; delete one first"}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return new;
end
$$;
revoke execute on function public.refuse_too_many_collections from public;
create trigger refuse_too_many_collections before insert on public.collections
  for each row execute function public.refuse_too_many_collections();

create table public.collection_sermons (
  collection_id uuid not null,
  -- Checked at the end, as with notes (20261130010200).
  sermon_id uuid not null references public.sermons (id) deferrable initially deferred,
  user_id uuid not null default auth.uid(),
  -- Of each row, since several are added in one statement, and their order is kept.
  added_at timestamptz not null default clock_timestamp(),
  primary key (collection_id, sermon_id),
  foreign key (collection_id, user_id) references public.collections (id, user_id) on delete cascade
);
create index collection_sermons_of_sermon on public.collection_sermons (sermon_id);
create index collection_sermons_of_user on public.collection_sermons (user_id);
alter table public.collection_sermons enable row level security;

-- The sermon is looked up with the caller's rights: it is theirs, and in no trash. The collection is the same person's by its key.
create policy "People put their own sermons into their collections" on public.collection_sermons for all to authenticated
  using (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id))
  with check (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id));
create policy "A second factor is asked for" on public.collection_sermons as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select, delete, insert (collection_id, sermon_id, user_id) on public.collection_sermons to authenticated;

-- As before (20261130030000), and it leaves its collections.
create or replace function public.delete_what_hangs_on_sermon() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sermon_links l where l.sermon_id = old.id and l.user_id = old.user_id;
  delete from public.sermon_notes n where n.sermon_id = old.id;
  delete from public.sermon_positions p where p.sermon_id = old.id;
  delete from public.collection_sermons c where c.sermon_id = old.id;
  return null;
end
$$;

-- The caller's collections by name: how many sermons are in each, and how many of these (`p_ids`).
create function public.list_collections(p_ids uuid[] default '{}')
returns table (id uuid, name text, sermons int, chosen int)
language sql stable set search_path = '' as $$
  select c.id, c.name, count(m.sermon_id)::int, (count(*) filter (where m.sermon_id = any (p_ids)))::int
  from public.collections c left join public.collection_sermons m on m.collection_id = c.id
  where c.user_id = (select auth.uid())
  group by c.id
  order by lower(c.name);
$$;
revoke execute on function public.list_collections from public, anon;
grant execute on function public.list_collections to authenticated;
