-- The library: sermons and their media.

-- Media ------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('sermon-images', 'sermon-images', true, 5 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']),
  ('sermon-audio', 'sermon-audio', false, 50 * 1024 * 1024, array['audio/mpeg', 'application/json']),
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/*'])
on conflict (id) do nothing;

-- Media paths are <user>/<generation>/<name>. The server alone writes them; images are public under names that can't be
-- guessed, and nobody can list another person's folder.
create policy "People see their own sermon media" on storage.objects
  for select to authenticated
  using (bucket_id in ('sermon-images', 'sermon-audio') and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "People see their own avatar file" on storage.objects
  for select to authenticated using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text);
create policy "People upload an avatar under their own name" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and owner_id = (select auth.uid())::text and starts_with(name, (select auth.uid())::text)
    -- A token can outlive its account.
    and exists (select from public.profiles p where p.id = (select auth.uid())));
create policy "People replace their own avatar" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and owner_id = (select auth.uid())::text and starts_with(name, (select auth.uid())::text));
create policy "People remove their own avatar" on storage.objects
  for delete to authenticated using (bucket_id = 'avatars' and owner_id = (select auth.uid())::text);

-- Sermons ----------------------------------------------------------------
create table public.sermons (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 2000),
  content text not null check (char_length(content) between 1 and 40000),
  audio_url text,
  image_url text,
  created_at timestamptz not null default now(),
  -- A row can point only at its owner's own files, never at a URL.
  constraint own_audio check (audio_url ~ ('^' || user_id || '/[0-9a-f-]{36}/[0-9a-f]{32}\.mp3$')),
  constraint own_image check (image_url ~ ('^' || user_id || '/[0-9a-f-]{36}/[0-9a-f]{32}\.webp$'))
);
create index sermons_newest on public.sermons (user_id, created_at desc);
alter table public.sermons enable row level security;

create policy "People see their own sermons" on public.sermons
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People save their own sermons" on public.sermons
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own sermons" on public.sermons
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People delete their own sermons" on public.sermons
  for delete to authenticated using (user_id = (select auth.uid()));
grant select, delete on public.sermons to authenticated;
-- An upsert names its key and owner among the columns it sets, so both are granted; the policies hold them to the caller.
grant insert (id, user_id, title, content, audio_url, image_url) on public.sermons to authenticated;
grant update (id, user_id, title, content, audio_url, image_url) on public.sermons to authenticated;

-- Files to delete once nothing refers to them: those of deleted sermons, and every file at its upload with a later time, so that
-- a crash between a file and its row leaves nothing behind.
create table public.media_deletions (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  bucket text not null,
  path text not null,
  at timestamptz not null default now()
);
alter table public.media_deletions enable row level security;

create function public.queue_media_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.media_deletions (user_id, bucket, path)
  select old.user_id, media.bucket, media.path
  from (values
    ('sermon-audio', old.audio_url),
    ('sermon-audio', regexp_replace(old.audio_url, '\.mp3$', '.json')),
    ('sermon-images', old.image_url)) as media (bucket, path)
  where media.path is not null;
  -- The topic and the text go with the sermon; the trial day and the counted starts stay.
  if tg_op = 'DELETE' then
    delete from public.generations g where g.id = old.id and g.user_id = old.user_id;
  end if;
  -- A hint for the server, which also looks by itself each minute.
  perform pg_catalog.pg_notify('media_deletions', '');
  return old;
end
$$;
revoke execute on function public.queue_media_deletion from public;
create trigger queue_media_deletion after delete on public.sermons for each row execute function public.queue_media_deletion();
-- A recording that is exchanged or let go of goes too; what is still referred to stays (delete-media.job.ts).
create trigger queue_replaced_media after update of audio_url, image_url on public.sermons for each row
when ((old.audio_url, old.image_url) is distinct from (new.audio_url, new.image_url)) execute function public.queue_media_deletion();

create function public.queue_avatar_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.media_deletions (user_id, bucket, path)
  select old.id, o.bucket_id, o.name from storage.objects o where o.bucket_id = 'avatars' and o.owner_id = old.id::text;
  perform pg_catalog.pg_notify('media_deletions', '');
  return old;
end
$$;
revoke execute on function public.queue_avatar_deletion from public;
create trigger queue_avatar_deletion after delete on public.profiles for each row execute function public.queue_avatar_deletion();
