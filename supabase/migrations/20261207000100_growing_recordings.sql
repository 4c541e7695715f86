-- Recordings while they are being made: what is spoken so far can be heard, and its words light up (docs/decisions/080-first-sound.md).
-- Unlogged: a crash of the database ends the attempts that wrote here, and the finished recording is a file.

create unlogged table public.growing_recordings (
  generation_id uuid primary key references public.generations (id) on delete cascade,
  -- The secret part of the address under which it is heard. Another attempt has another one, so that nobody hears two as one.
  key uuid not null unique default gen_random_uuid(),
  -- Fencing: the attempt of the voice step that makes it.
  attempt int not null,
  -- Of the whole recording, known with its first part.
  seconds double precision not null,
  bytes int not null,
  began_at timestamptz not null default now()
);
create index growing_recordings_oldest on public.growing_recordings (began_at);
alter table public.growing_recordings enable row level security;

create policy "People see their own growing recordings" on public.growing_recordings
  for select to authenticated
  using (exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));
create policy "A second factor is asked for" on public.growing_recordings as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select (generation_id, key, seconds, began_at) on public.growing_recordings to authenticated;

create unlogged table public.growing_recording_parts (
  generation_id uuid not null references public.growing_recordings (generation_id) on delete cascade,
  number smallint not null,
  -- Its first byte's place in the recording.
  starts_at int not null,
  sound bytea not null,
  -- Times of the sentences that are known with it, as in the file beside a finished recording.
  sentences jsonb not null,
  primary key (generation_id, number)
);
-- MP3 does not get smaller.
alter table public.growing_recording_parts alter column sound set storage external;
alter table public.growing_recording_parts enable row level security;

create policy "People see the parts of their own growing recordings" on public.growing_recording_parts
  for select to authenticated
  using (exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));
create policy "A second factor is asked for" on public.growing_recording_parts as restrictive to authenticated
  using ((select public.second_factor_met()));
-- The sound is heard at its address alone.
grant select (generation_id, number, sentences) on public.growing_recording_parts to authenticated;

-- A sermon that is deleted takes it along.
create function public.delete_growing_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.growing_recordings r where r.generation_id = old.id;
  return null;
end
$$;
revoke execute on function public.delete_growing_recording from public;
create trigger delete_growing_recording after delete on public.sermons for each row
  when (current_setting('lampstand.replaced_sermon', true) is distinct from old.id::text)
  execute function public.delete_growing_recording();
