-- Indexes for what read whole tables (docs/decisions/074-plans-at-size.md). `if not exists`: where a table is large and in use, the same
-- statements are run with `concurrently` before the update (docs/operating.md#on-your-own-infrastructure).

-- Also of sermons in the trash: an insert counts them, an account's deletion looks for them, and a file's for those that name it.
create index if not exists sermons_of_user on public.sermons (user_id, audio_url);
create index if not exists sermons_of_picture on public.sermons (user_id, image_url) where image_url is not null;
create index if not exists generation_steps_leased on public.generation_steps (lease_until) where lease_until is not null;
create index if not exists media_deletions_due on public.media_deletions (at);
create index if not exists media_deletions_of_user on public.media_deletions (user_id);

-- In the order of the list, to its last column: else every message is read and sorted for a page of 25.
create index if not exists contact_submissions_in_order on public.contact_submissions (created_at desc, id);
create index if not exists contact_submissions_by_status on public.contact_submissions (status, created_at desc, id);
drop index public.contact_submissions_newest;
create index if not exists contact_submissions_of_address on public.contact_submissions (lower(trim(email)));

-- Billing ------------------------------------------------------------------
-- The later of the two decides; `nextCustomer` asks for exactly this expression.
create index if not exists customers_to_compare on public.customers (coalesce(greatest(checked_at, synced_at), '-infinity'));
drop index public.customers_checked_at;
create index if not exists mails_of_cancellations on billing.mails (about) where kind = 'cancelled';
-- With the thousand rows that PostgreSQL assumes, all claims of all people are read to be joined with them.
alter function billing.trial_keys(uuid, text) rows 3;
