-- Administrators need a second factor, what they do stands in the trail, and a message's history holds what was sent, nothing else.

-- A password alone makes nobody an administrator, not even one who has set up no second factor.
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(_user_id = (select auth.uid()), false)
    and exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
    and coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
$$;

-- Roles --------------------------------------------------------------------
-- However a role comes or goes: `by` is 'cli' for the command (scripts/admin.ts), the request's role, or 'sql'.
create function public.note_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_by text := coalesce(nullif(current_setting('lampstand.by', true), ''), auth.role(), 'sql');
begin
  if tg_op <> 'INSERT' then
    perform auth.add_to_trail('role_revoked', auth.uid(), old.user_id, jsonb_build_object('role', old.role, 'by', given_by));
  end if;
  if tg_op <> 'DELETE' then
    perform auth.add_to_trail('role_granted', auth.uid(), new.user_id, jsonb_build_object('role', new.role, 'by', given_by));
  end if;
  return null;
end
$$;
revoke execute on function public.note_role_change from public;
create trigger note_role_change after insert or delete or update of user_id, role on public.user_roles
  for each row execute function public.note_role_change();

-- Messages to support ------------------------------------------------------
-- The server notes each reply with the mail that it queues (note-mail.privileged.ts). What the client writes after that (spec section 7)
-- is accepted and changes nothing here, so nobody can write of a reply that was never sent.
drop trigger merge_email_history on public.contact_submissions;
drop function public.merge_email_history;
create function public.keep_sent_replies() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email_history := old.email_history;
  new.responded_at := old.responded_at;
  return new;
end
$$;
revoke execute on function public.keep_sent_replies from public;
create trigger keep_sent_replies before update of email_history, responded_at on public.contact_submissions
  for each row when (current_user = 'authenticated') execute function public.keep_sent_replies();

create function public.note_submission_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status then
    perform auth.add_to_trail('contact_status_changed', auth.uid(), null,
      jsonb_build_object('submission_id', new.id, 'from', old.status, 'to', new.status));
  end if;
  if new.admin_notes is distinct from old.admin_notes then
    perform auth.add_to_trail('contact_notes_changed', auth.uid(), null, jsonb_build_object('submission_id', new.id));
  end if;
  return null;
end
$$;
revoke execute on function public.note_submission_change from public;
create trigger note_submission_change after update of status, admin_notes on public.contact_submissions
  for each row when (current_user = 'authenticated') execute function public.note_submission_change();

-- Who answered; null for the notice to support, and once their account is gone.
alter table public.contact_mails add column author uuid references auth.users (id) on delete set null;
create index contact_mails_author on public.contact_mails (author) where author is not null;
create function public.note_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform auth.add_to_trail('contact_replied', new.author, null,
    jsonb_build_object('submission_id', new.submission_id, 'mail_id', new.id));
  return null;
end
$$;
revoke execute on function public.note_reply from public;
create trigger note_reply after insert on public.contact_mails
  for each row when (new.kind = 'reply') execute function public.note_reply();

-- Sessions -----------------------------------------------------------------
create or replace function public.end_session(p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  mine auth.sessions := public.living_session();
begin
  delete from auth.sessions s where s.id = p_session and s.user_id = mine.user_id;
  if not found then
    return false;
  end if;
  perform auth.add_to_trail('logout', mine.user_id, mine.user_id, jsonb_build_object('scope', 'one', 'session_id', p_session));
  return true;
end
$$;
