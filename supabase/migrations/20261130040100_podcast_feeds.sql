-- A person's private podcast feed: their sermons in any podcast app, under an address that nobody can guess.
create table public.podcast_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- SHA-256 of the secret part of the address, which is shown once.
  secret_sha256 bytea not null unique check (octet_length(secret_sha256) = 32),
  created_at timestamptz not null default now(),
  -- Digest of what is in the feed, and since when it has been so: what a podcast app asks for before it loads it again.
  version text not null default '',
  changed_at timestamptz not null default now()
);
alter table public.podcast_feeds enable row level security;

-- The server alone makes addresses and reads the digest; a person sees whether there is one, and closes it.
create policy "People see that they have a feed" on public.podcast_feeds
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People close their own feed" on public.podcast_feeds
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "A second factor is asked for" on public.podcast_feeds as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select (user_id, created_at), delete on public.podcast_feeds to authenticated;
grant all on public.podcast_feeds to service_role;

-- Whose feed an address is; null for a wrong one, and of an account that is closed.
create function public.podcast_owner(p_secret_sha256 bytea) returns uuid
language sql stable security definer set search_path = '' as $$
  select f.user_id from public.podcast_feeds f join auth.users u on u.id = f.user_id
  where f.secret_sha256 = p_secret_sha256 and auth.is_active(u)
$$;
revoke execute on function public.podcast_owner from public;
grant execute on function public.podcast_owner to service_role;
