-- The platform's rules of sessions (packages/supabase-server/migrations/0013_session_rules.sql) take the place of copies of them here.

create or replace function public.second_factor_met() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.second_factor_met(auth.uid(), auth.jwt() ->> 'aal');
$$;

create or replace function public.living_session() returns auth.sessions
language plpgsql stable security definer set search_path = '' as $$
declare
  session auth.sessions;
begin
  select * into session from auth.living_session(auth.uid(), auth.jwt() ->> 'session_id');
  if not found then
    raise exception 'The session has ended' using errcode = '42501', hint = 'session_not_found';
  end if;
  if not public.second_factor_met() then
    raise exception 'A second factor is required' using errcode = '42501', hint = 'insufficient_aal';
  end if;
  return session;
end
$$;
