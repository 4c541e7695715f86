-- What administrators do with messages from the contact form, and the mails about them.

alter table public.contact_submissions
  add constraint contact_submissions_admin_notes_check check (char_length(admin_notes) <= 10000);

-- Mails ------------------------------------------------------------------
-- One row for each mail about a message: the notice to support, once; and the replies, with their own words until nobody needs them.
create table public.contact_mails (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  kind text not null check (kind in ('notice', 'reply')),
  subject text,
  message text,
  sent_at timestamptz,
  check (kind = 'notice' or (subject is not null and message is not null))
);
create unique index contact_mails_one_notice on public.contact_mails (submission_id) where kind = 'notice';
create index contact_mails_submission on public.contact_mails (submission_id);
alter table public.contact_mails enable row level security;

create policy "Administrators see what was sent" on public.contact_mails
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "A second factor is asked for" on public.contact_mails as restrictive to authenticated
  using ((select public.second_factor_met()));
grant select on public.contact_mails to authenticated;

-- History ----------------------------------------------------------------
-- The client sends the whole history with its new entry (spec section 7), which the server has appended already and which another
-- administrator may have appended to meanwhile. So a request only adds: entries that are there stay, and none is doubled.
create function public.merge_email_history() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(new.email_history) e
    where not coalesce(
      jsonb_typeof(e -> 'sent_at') = 'string' and e ->> 'sent_at' ~ '^\d{4}-\d\d-\d\dT' and isfinite((e ->> 'sent_at')::timestamptz)
        and jsonb_typeof(e -> 'subject') = 'string' and char_length(e ->> 'subject') <= 200
        and jsonb_typeof(e -> 'message') = 'string' and char_length(e ->> 'message') <= 10000, false))
  then
    raise exception 'An entry of email_history has sent_at, subject and message' using errcode = 'check_violation';
  end if;
  new.email_history := old.email_history || coalesce((
    select jsonb_agg(jsonb_build_object('sent_at', e -> 'sent_at', 'subject', e -> 'subject', 'message', e -> 'message') order by at)
    from jsonb_array_elements(new.email_history) with ordinality as given (e, at)
    where not exists (
      select from jsonb_array_elements(old.email_history) k
      where k -> 'subject' = e -> 'subject' and k -> 'message' = e -> 'message')), '[]');
  return new;
end
$$;
revoke execute on function public.merge_email_history from public;
create trigger merge_email_history before update of email_history on public.contact_submissions
  for each row when (current_user = 'authenticated') execute function public.merge_email_history();

-- Administrators -----------------------------------------------------------
-- True, or the refusal: an empty list would not tell that it is one.
create function public.require_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if public.has_role(auth.uid(), 'admin') is not true then
    raise exception 'Only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end
$$;
revoke execute on function public.require_admin from public;
grant execute on function public.require_admin to authenticated;

-- Newest first. `unsent_replies`: those that the mail server has not taken yet. Without a search path of its own, so that it is
-- planned as a part of the request: a page is read by the index, and 10,000 rows are not copied first.
create function public.get_contact_submissions()
returns table (
  id uuid, name text, email text, message text, form_source text, status text, admin_notes text,
  created_at timestamptz, responded_at timestamptz, email_history jsonb, unsent_replies bigint)
language sql stable as $$
  select s.id, s.name, s.email, s.message, s.form_source, s.status, s.admin_notes, s.created_at, s.responded_at, s.email_history,
    (select count(*) from public.contact_mails m where m.submission_id = s.id and m.kind = 'reply' and m.sent_at is null)
  from public.contact_submissions s
  where (select public.require_admin())
  order by s.created_at desc, s.id
$$;
revoke execute on function public.get_contact_submissions from public;
grant execute on function public.get_contact_submissions to authenticated;

create function public.update_submission_status(_submission_id uuid, _status text, _admin_notes text) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.require_admin();
  update public.contact_submissions set status = _status, admin_notes = nullif(btrim(_admin_notes), '') where id = _submission_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such message';
  end if;
end
$$;
revoke execute on function public.update_submission_status from public;
grant execute on function public.update_submission_status to authenticated;
