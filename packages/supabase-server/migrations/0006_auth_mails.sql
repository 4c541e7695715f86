-- Mailed codes beside the links, e-mail changes, invitations (contract 1.8, 1.10, 1.13).
alter table auth.users
  add column invited_at timestamptz,
  -- The address that the account shall have, once both mailboxes have confirmed it.
  add column email_change text check (length(email_change) <= 255),
  add column email_change_sent_at timestamptz,
  -- The mailbox that has confirmed the change while the other has not.
  add column email_change_confirmed_by text check (email_change_confirmed_by in ('current', 'new')),
  add column reauthentication_sent_at timestamptz,
  add column deleted_at timestamptz;

-- Where the mail goes: the account's address or, for one half of a change, the new one.
alter table auth.one_time_tokens add column email text check (length(email) <= 255);
update auth.one_time_tokens t set email = u.email from auth.users u where u.id = t.user_id;
delete from auth.one_time_tokens where email is null;
alter table auth.one_time_tokens alter column email set not null;
create index one_time_tokens_email on auth.one_time_tokens (email, token_type);

-- Wrong tries at the codes of an address, known or not. A code itself is stored nowhere: it follows from the token's id and the
-- server's secret.
create table auth.wrong_codes (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  token_types text[] not null,
  tried_at timestamptz not null default clock_timestamp()
);
create index wrong_codes_address_hash on auth.wrong_codes (address_hash, tried_at);
create index wrong_codes_tried_at on auth.wrong_codes (tried_at);
alter table auth.wrong_codes enable row level security;

-- Null: a sign-up by mailed link or invitation, whose person has no password yet.
alter table auth.sign_up_attempts
  alter column encrypted_password drop not null,
  drop constraint sign_up_attempts_user_id_encrypted_password_key,
  add unique nulls not distinct (user_id, encrypted_password);
