-- How many mails wait is asked whenever the metrics are, and nearly all of them were sent.
create index mails_unsent on billing.mails (id) where sent_at is null;
create index contact_mails_unsent on public.contact_mails (id) where sent_at is null;
