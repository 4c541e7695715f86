-- Second factors: whoever has one must have shown it before any row of theirs opens. And the list of one's sessions.

-- Whether the caller's session is as strong as their account asks for. Asked once for each statement: write (select ...).
create function public.second_factor_met() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
$$;
revoke execute on function public.second_factor_met from public;
grant execute on function public.second_factor_met to authenticated;

-- Restrictive: it comes on top of what the other policies of a table allow. Every table that people reach needs one
-- (tests/rls/second-factor.test.ts).
create policy "A second factor is asked for" on public.profiles as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.user_roles as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.contact_submissions as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.customers as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.subscriptions as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.sermons as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.generations as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.generation_steps as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on public.trial_uses as restrictive to authenticated
  using ((select public.second_factor_met()));
create policy "A second factor is asked for" on storage.objects as restrictive to authenticated
  using ((select public.second_factor_met()));

-- An administrator's rights ask for it as well.
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select _user_id = (select auth.uid())
    and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
    and public.second_factor_met();
$$;

-- Sessions -----------------------------------------------------------------
-- The caller's session while it lives: a token outlives its session by up to an hour, and must not end the others in that time.
create function public.living_session() returns auth.sessions
language plpgsql stable security definer set search_path = '' as $$
declare
  session auth.sessions;
begin
  select * into session from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid();
  if not found then
    raise exception 'The session has ended' using errcode = '42501', hint = 'session_not_found';
  end if;
  if not public.second_factor_met() then
    raise exception 'A second factor is required' using errcode = '42501', hint = 'insufficient_aal';
  end if;
  return session;
end
$$;
revoke execute on function public.living_session from public, service_role;

-- The caller's sessions, the one used last first.
create function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, s.refreshed_at, s.user_agent, s.id = mine.id
  from public.living_session() mine join auth.sessions s on s.user_id = mine.user_id
  order by s.refreshed_at desc, s.id;
$$;
revoke execute on function public.list_sessions from public;
grant execute on function public.list_sessions to authenticated;

-- Signs one of the caller's devices out. False: it is no session of theirs, or has ended already.
create function public.end_session(p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  mine auth.sessions := public.living_session();
begin
  delete from auth.sessions s where s.id = p_session and s.user_id = mine.user_id;
  return found;
end
$$;
revoke execute on function public.end_session from public;
grant execute on function public.end_session to authenticated;
