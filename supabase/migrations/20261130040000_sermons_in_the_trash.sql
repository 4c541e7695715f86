-- When a sermon was put into the trash: exports and feeds leave it out. Whatever puts it there may have added the column already.
alter table public.sermons add column if not exists deleted_at timestamptz;
