-- A worker leases the notice that it mails, so that no transaction is open while the mail server is asked (auth/notice.job.ts).
alter table auth.notices add column leased_until timestamptz not null default '-infinity';
