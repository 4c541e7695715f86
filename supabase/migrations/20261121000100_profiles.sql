-- People: profiles, and who is an administrator.

-- Profiles ---------------------------------------------------------------
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= 200),
  avatar_url text check (char_length(avatar_url) <= 1024),
  email text,
  updated_at timestamptz not null default now(),
  trial_start_date timestamptz,
  trial_generations_used int not null default 0 check (trial_generations_used >= 0),
  referral_code text check (char_length(referral_code) <= 64)
);
alter table public.profiles enable row level security;

create policy "People see their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Trial, referral and e-mail are the server's: no grant, so no request can write them.
grant select on public.profiles to authenticated;
grant update (full_name, avatar_url, updated_at) on public.profiles to authenticated;

-- Every account has a profile from its first moment; the completion page only adds the trial.
create function public.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, full_name)
  values (new.id, new.email, left(nullif(new.raw_user_meta_data ->> 'full_name', ''), 200))
  on conflict (id) do nothing;
  return new;
end
$$;
revoke execute on function public.create_profile from public;
create trigger create_profile after insert on auth.users for each row execute function public.create_profile();

-- The name of an unconfirmed address may be a stranger's attempt: the confirmed attempt's is taken once.
create function public.follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
  set email = new.email,
    full_name = case
      when old.email_confirmed_at is null and new.email_confirmed_at is not null
      then left(nullif(new.raw_user_meta_data ->> 'full_name', ''), 200)
      else full_name end
  where id = new.id;
  return new;
end
$$;
revoke execute on function public.follow_account from public;
create trigger follow_account after update of email, email_confirmed_at on auth.users
  for each row execute function public.follow_account();

-- Roles ------------------------------------------------------------------
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table public.user_roles enable row level security;

create policy "People see their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.user_roles to authenticated;

-- Answers only about the caller, so that nobody can find out who the administrators are.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select _user_id = (select auth.uid())
    and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role);
$$;
revoke execute on function public.has_role from public;
grant execute on function public.has_role to anon, authenticated;
