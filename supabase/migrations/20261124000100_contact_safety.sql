-- Who is an administrator, and what may stand in the history of a message.

-- For nobody it was null about an administrator and false about all others, which told the two apart. It is never null.
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(_user_id = (select auth.uid()), false)
    and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
    and public.second_factor_met();
$$;

-- A moment is kept in one form that every browser reads: PostgreSQL takes others too (a year before Christ, a 60th second, a zone's name),
-- and one of them in one message stopped the whole screen.
create or replace function public.merge_email_history() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(new.email_history) e
    where not coalesce(
      jsonb_typeof(e -> 'sent_at') = 'string' and e ->> 'sent_at' ~ '^\d{4}-\d\d-\d\dT'
        and (e ->> 'sent_at')::timestamptz >= '2000-01-01' and (e ->> 'sent_at')::timestamptz < '2100-01-01'
        and jsonb_typeof(e -> 'subject') = 'string' and char_length(e ->> 'subject') <= 200
        and jsonb_typeof(e -> 'message') = 'string' and char_length(e ->> 'message') <= 10000, false))
  then
    raise exception 'An entry of email_history has sent_at, subject and message' using errcode = 'check_violation';
  end if;
  new.email_history := old.email_history || coalesce((
    select jsonb_agg(jsonb_build_object(
      'sent_at', (e ->> 'sent_at')::timestamptz, 'subject', e -> 'subject', 'message', e -> 'message') order by at)
    from jsonb_array_elements(new.email_history) with ordinality as given (e, at)
    where not exists (
      select from jsonb_array_elements(old.email_history) k
      where k -> 'subject' = e -> 'subject' and k -> 'message' = e -> 'message')), '[]');
  return new;
end
$$;
