-- Writers and illustrators on other machines: what they cost, and who has agreed that their words go there.

-- Cost -------------------------------------------------------------------
-- What a start took, over all its calls. Until that is known, what it may cost at the most is held against the day's budget; the hold
-- of a process that died stays.
alter table public.vendor_starts
  add column calls int not null default 0,
  add column input_tokens int not null default 0,
  add column output_tokens int not null default 0,
  -- US cents.
  add column cents numeric(12, 4) not null default 0,
  add column held_cents numeric(12, 4) not null default 0;
-- The budget is the vendor's, whichever of its models was asked.
drop index public.vendor_starts_by_engine;
create index vendor_starts_by_vendor on public.vendor_starts (vendor, at);

-- Consent ----------------------------------------------------------------
-- That somebody has agreed to something, and to which version of it; withdrawn by deleting the row.
create table public.consents (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  kind text not null check (kind = 'remote_ai'),
  version text not null check (char_length(version) between 1 and 300),
  at timestamptz not null default now(),
  primary key (user_id, kind)
);
alter table public.consents enable row level security;

create policy "People see what they agreed to" on public.consents
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People agree for themselves" on public.consents
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People agree to a new version for themselves" on public.consents
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People withdraw what they agreed to" on public.consents
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "A second factor is asked for" on public.consents as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select, delete on public.consents to authenticated;
grant insert (user_id, kind, version), update (user_id, kind, version) on public.consents to authenticated;

-- When they agreed is the server's to say.
create function public.consented_now() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.at := now();
  return new;
end
$$;
revoke execute on function public.consented_now from public;
create trigger consented_now before insert or update on public.consents
  for each row execute function public.consented_now();
