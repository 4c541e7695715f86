-- A worker leases the row of the mail that it sends, so that no transaction is open while the mail server is asked
-- (server/letters/mail-outbox.privileged.ts).
alter table billing.mails add column leased_until timestamptz not null default '-infinity';
alter table public.contact_mails add column leased_until timestamptz not null default '-infinity';
