-- A private note on a sermon: for nobody but its owner.

create table public.sermon_notes (
  -- Checked at the end, since an insert of a text that is saved already replaces its row (keep_one_row_for_each_generation).
  sermon_id uuid primary key references public.sermons (id) deferrable initially deferred,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  note text not null check (char_length(note) between 1 and 10000),
  updated_at timestamptz not null default now()
);
create index sermon_notes_of_user on public.sermon_notes (user_id);
alter table public.sermon_notes enable row level security;

-- The sermon is looked up with the caller's rights: it is theirs, and in no trash.
create policy "People keep notes on their own sermons" on public.sermon_notes for all to authenticated
  using (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id))
  with check (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id));
create policy "A second factor is asked for" on public.sermon_notes as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select, delete on public.sermon_notes to authenticated;
-- An upsert names its key among the columns that it sets.
grant insert (sermon_id, user_id, note), update (sermon_id, note) on public.sermon_notes to authenticated;

create function public.date_sermon_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
revoke execute on function public.date_sermon_note from public;
create trigger date_sermon_note before update on public.sermon_notes for each row execute function public.date_sermon_note();
