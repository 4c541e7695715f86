-- The Bible a person's sermons quote: the World English Bible, or the King James Version.
alter table public.profiles
  add column bible_translation text not null default 'WEB' check (bible_translation in ('WEB', 'KJV'));

grant update (bible_translation) on public.profiles to authenticated;
