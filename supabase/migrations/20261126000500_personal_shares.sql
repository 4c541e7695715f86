-- What one person may write: so many sermons and bytes, and a picture's address that is one.

-- Sermons ------------------------------------------------------------------
-- A sermon a day for thirteen years; 50 MB as stored, when a long one takes about 5 kB. What is there already stays, and can be changed.
-- Those that the server itself saves are bounded by trials and minutes, and are never refused once they were made.
create function public.refuse_over_share() returns trigger
language plpgsql set search_path = '' as $$
declare
  used record;
begin
  if current_user <> 'authenticated' or not exists (select from added) then
    return null;
  end if;
  -- One at a time for each person, so that each sees what the others added.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('sermons-share:' || auth.uid(), 0));
  -- As compressed and stored: nothing is read back for it.
  select count(*) as sermons, sum(pg_catalog.pg_column_size(s.content)) as bytes into used
  from public.sermons s where s.user_id = (select auth.uid());
  if used.sermons > 5000 or used.bytes > 52428800 then
    raise sqlstate 'PGRST' using
      message = '{"code": "quota_exceeded", "message": "There is no room for more sermons; delete some first"}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return null;
end
$$;
revoke execute on function public.refuse_over_share from public;
create trigger refuse_over_share_of_added after insert on public.sermons
  referencing new table as added for each statement execute function public.refuse_over_share();

-- A text that grows is as good as another one.
create function public.refuse_growth_over_share() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
    and (select sum(octet_length(a.content)) from added a) > (select sum(octet_length(f.content)) from former f)
    and (select sum(pg_catalog.pg_column_size(s.content)) from public.sermons s where s.user_id = (select auth.uid())) > 52428800
  then
    raise sqlstate 'PGRST' using
      message = '{"code": "quota_exceeded", "message": "There is no room for longer sermons; delete some first"}',
      detail = '{"status": 403, "headers": {}}';
  end if;
  return null;
end
$$;
revoke execute on function public.refuse_growth_over_share from public;
create trigger refuse_growth_over_share after update on public.sermons
  referencing old table as former new table as added for each statement execute function public.refuse_growth_over_share();

-- Pictures of people ---------------------------------------------------------
-- An https address, or one's own picture in our storage, which on a machine without a certificate has an http address, or a path.
-- The web app shows the file of that name in its own storage, wherever the address leads (web/features/profile/profile.ts).
create function public.is_picture_address(address text, owner uuid) returns boolean
language sql immutable set search_path = ''
return address ~ '^https://[^\s/?#@"''<>\\]+([/?#][^\s"''<>\\]*)?$'
  or address ~ ('^(http://[^\s/?#@"''<>\\]+)?/storage/v1/object/public/avatars/' || owner || '[\w./-]*$');
revoke execute on function public.is_picture_address from public;
grant execute on function public.is_picture_address to authenticated, service_role;

update public.profiles set avatar_url = null where not public.is_picture_address(avatar_url, id);
alter table public.profiles add constraint avatar_is_address check (public.is_picture_address(avatar_url, id));
