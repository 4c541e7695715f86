-- What the writer has given this person, sermon by sermon: a text may come back after a while, but two sermons must not be alike.
-- All keys of one sermon have one time, that of the transaction which delivered it.
alter table public.writer_memory drop constraint writer_memory_pkey;
alter table public.writer_memory add primary key (user_id, at, key);
