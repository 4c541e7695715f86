-- Where people stopped listening, so that they go on there on any of their devices.

create table public.sermon_positions (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Checked at the end, as with notes (20261130010200).
  sermon_id uuid not null references public.sermons (id) deferrable initially deferred,
  -- 0: from the beginning, which is also where a sermon stands that was heard to its end.
  seconds real not null check (seconds between 0 and 86400),
  -- Whether it was once heard to its end.
  heard boolean not null default false,
  -- By the clock of the device: what it noted without a network arrives later.
  updated_at timestamptz not null default now(),
  primary key (user_id, sermon_id)
);
create index sermon_positions_newest on public.sermon_positions (user_id, updated_at desc);
create index sermon_positions_of_sermon on public.sermon_positions (sermon_id);
alter table public.sermon_positions enable row level security;

create policy "People see where they stopped" on public.sermon_positions
  -- Nothing of a sermon in the trash: it is looked up with the caller's rights.
  for select to authenticated using (user_id = (select auth.uid()) and exists (select from public.sermons s where s.id = sermon_id));
create policy "People note where they stopped in their own sermons" on public.sermon_positions
  for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.sermons s where s.id = sermon_id and s.user_id = (select auth.uid())));
create policy "People change where they stopped" on public.sermon_positions
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
    and exists (select from public.sermons s where s.id = sermon_id and s.user_id = (select auth.uid())));
create policy "People forget where they stopped" on public.sermon_positions
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "A second factor is asked for" on public.sermon_positions as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select, insert, update, delete on public.sermon_positions to authenticated;

-- The newest place wins, whatever arrives last. A clock that is ahead counts as now, or its place would win for good.
create function public.keep_newest_position() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := least(new.updated_at, now());
  if tg_op = 'UPDATE' then
    new.heard := old.heard or new.heard;
    if new.updated_at < old.updated_at then
      new.seconds := old.seconds;
      new.updated_at := old.updated_at;
    end if;
  end if;
  return new;
end
$$;
revoke execute on function public.keep_newest_position from public;
create trigger keep_newest_position before insert or update on public.sermon_positions
  for each row execute function public.keep_newest_position();
