-- Giving a sermon away: links that open one sermon for everybody who has them, and what is reported of their pages.

-- Links --------------------------------------------------------------------
-- The address is made from the id and a key that the database does not have (server/giving/link-token.ts): who reads this table opens
-- nothing. The server alone writes it, since what is shown to everybody goes through the gate's rules first.
create table public.sermon_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Without a foreign key: an insert of a text that is saved already replaces its row (keep_one_row_for_each_generation).
  sermon_id uuid not null,
  -- What the giver ticked; null and false: nothing of them is shown.
  giver_name text check (char_length(giver_name) between 1 and 80),
  dedication text check (char_length(dedication) between 1 and 200),
  shows_topic boolean not null default false,
  -- Null: it has no end.
  ends_at timestamptz,
  plays int not null default 0 check (plays >= 0),
  created_at timestamptz not null default now(),
  -- Taken back by its giver.
  revoked_at timestamptz,
  -- Closed by an administrator, who says why.
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  closed_reason text check (char_length(closed_reason) between 1 and 500),
  constraint closed_with_a_reason check ((closed_at is null) = (closed_reason is null))
);
create index sermon_links_of_sermon on public.sermon_links (sermon_id);
create index sermon_links_newest on public.sermon_links (user_id, created_at desc);
create index sermon_links_closed_by on public.sermon_links (closed_by) where closed_by is not null;
alter table public.sermon_links enable row level security;

create policy "People see their own links" on public.sermon_links
  -- Nothing of a sermon in the trash: it is looked up with the caller's rights.
  for select to authenticated using (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id));
create policy "A second factor is asked for" on public.sermon_links as restrictive to authenticated
  using ((select public.second_factor_met()));
-- Not who closed it.
grant select (id, user_id, sermon_id, giver_name, dedication, shows_topic, ends_at, plays, created_at, revoked_at, closed_at, closed_reason)
  on public.sermon_links to authenticated;

-- A sermon takes along what hangs on it. A row that only makes room for another one of the same sermon does not.
create function public.delete_what_hangs_on_sermon() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sermon_links l where l.sermon_id = old.id and l.user_id = old.user_id;
  delete from public.sermon_notes n where n.sermon_id = old.id;
  delete from public.sermon_positions p where p.sermon_id = old.id;
  return null;
end
$$;
revoke execute on function public.delete_what_hangs_on_sermon from public;
create trigger delete_what_hangs_on_sermon after delete on public.sermons for each row
  when (current_setting('lampstand.replaced_sermon', true) is distinct from old.id::text)
  execute function public.delete_what_hangs_on_sermon();

-- What an open link shows; no row if it is open no more: taken back, closed, at its end, its sermon deleted or in the trash, or its giver's
-- account closed. Every rule about that stands here.
create function public.open_sermon_link(p_id uuid)
returns table (id uuid, giver_name text, dedication text, topic text, content text, audio_url text, image_url text, image_alt text)
language sql stable security definer set search_path = '' as $$
  select l.id, l.giver_name, l.dedication, case when l.shows_topic then s.title end, s.content, s.audio_url, s.image_url,
    (select st.output ->> 'alt' from public.generation_steps st
     where st.generation_id = s.id and st.kind = 'image')
  from public.sermon_links l
  join public.sermons s on s.id = l.sermon_id and s.user_id = l.user_id
  join auth.users u on u.id = l.user_id
  where l.id = p_id and l.revoked_at is null and l.closed_at is null and (l.ends_at is null or l.ends_at > now())
    and s.deleted_at is null
    and auth.is_active(u);
$$;
revoke execute on function public.open_sermon_link from public, anon, authenticated;
grant execute on function public.open_sermon_link to service_role;

-- Reports ------------------------------------------------------------------
-- What visitors say of the page of a link. Nothing is kept of who says it.
create table public.sermon_link_reports (
  id uuid primary key default gen_random_uuid(),
  link_id uuid not null references public.sermon_links (id) on delete cascade,
  reason text not null check (reason in ('hateful', 'private', 'harmful', 'other')),
  message text check (char_length(message) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index sermon_link_reports_newest on public.sermon_link_reports (created_at desc);
create index sermon_link_reports_of_link on public.sermon_link_reports (link_id);
alter table public.sermon_link_reports enable row level security;

create policy "Administrators read reports" on public.sermon_link_reports
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "A second factor is asked for" on public.sermon_link_reports as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select on public.sermon_link_reports to authenticated;

create function public.note_closed_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform auth.add_to_trail('sermon_link_closed', new.closed_by, null, jsonb_build_object('link_id', new.id));
  return null;
end
$$;
revoke execute on function public.note_closed_link from public;
create trigger note_closed_link after update of closed_at on public.sermon_links for each row
  when (old.closed_at is null and new.closed_at is not null and new.closed_by is not null) execute function public.note_closed_link();
