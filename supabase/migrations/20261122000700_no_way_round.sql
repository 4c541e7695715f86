-- A sermon that is deleted while it is being made has been paid for: its text was given, and its recording could be heard before it was
-- settled. Giving the reservation back would make every sermon free for whoever deletes it in time.
create function billing.spend_deleted_generation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- More than any reservation: all of it.
  perform billing.settle(old.id, 2147483647);
  return null;
end
$$;
revoke execute on function billing.spend_deleted_generation from public;
drop trigger release_deleted_generation on public.generations;
create trigger spend_deleted_generation after delete on public.generations for each row
execute function billing.spend_deleted_generation();

-- A banned person's session is not a living one.
create or replace function public.living_session() returns auth.sessions
language plpgsql stable security definer set search_path = '' as $$
declare
  session auth.sessions;
begin
  select s.* into session from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid() and coalesce(u.banned_until < now(), true);
  if not found then
    raise exception 'The session has ended' using errcode = '42501', hint = 'session_not_found';
  end if;
  if not public.second_factor_met() then
    raise exception 'A second factor is required' using errcode = '42501', hint = 'insufficient_aal';
  end if;
  return session;
end
$$;
