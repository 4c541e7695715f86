-- What the service key is answered: an operator's programs hold it, and it passes row level security anyway.

-- About anybody, since there is nobody whose session could have shown a second factor. People still learn of themselves alone.
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
    and (coalesce(auth.role() = 'service_role', false)
      or coalesce(_user_id = (select auth.uid()), false) and coalesce(auth.jwt() ->> 'aal' = 'aal2', false));
$$;
grant execute on function public.has_role to service_role;

create or replace function public.require_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and public.has_role(auth.uid(), 'admin') is not true then
    raise exception 'Only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end
$$;
grant execute on function public.require_admin, public.get_contact_submissions, public.update_submission_status to service_role;

-- What a request does with the service key stands in the trail too, with nobody as its author. The server's own work is no request.
create or replace trigger note_submission_change after update of status, admin_notes on public.contact_submissions
  for each row when (current_user = 'authenticated' or auth.role() = 'service_role' and current_setting('request.path', true) <> '') execute function public.note_submission_change();
