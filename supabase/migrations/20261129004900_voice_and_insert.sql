-- Clients that ask for text, recording and picture one after the other, and then insert the sermon by themselves.

-- False until a voice was named: with the text, by generate-voice, or, when nobody names one, by the time that has passed. `voice` is then
-- the default one. The recording is not begun before.
alter table public.generations add column voice_chosen boolean not null default true;

-- A text that was written for a person is one row, with the id of its generation, whoever inserts it and whether the server has saved it
-- already. What is inserted counts; what it leaves open stays as it was saved.
create function public.keep_one_row_for_each_generation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_id uuid;
  saved public.sermons;
begin
  -- Locked, since the server saves the same sermon in a transaction that changes this row.
  select g.id into found_id from public.generations g
  where g.user_id = new.user_id and g.text_sha256 = encode(sha256(convert_to(new.content, 'UTF8')), 'hex')
  order by g.created_at desc limit 1
  for update;
  -- An insert that names the id is the client's own upsert, or the server's.
  if found_id is null or found_id = new.id then
    return new;
  end if;
  new.id := found_id;
  select s.* into saved from public.sermons s where s.id = found_id;
  if found then
    new.audio_url := coalesce(new.audio_url, saved.audio_url);
    new.image_url := coalesce(new.image_url, saved.image_url);
    new.created_at := saved.created_at;
    -- Queues the files that are exchanged, while the row is still there.
    update public.sermons set audio_url = new.audio_url, image_url = new.image_url where id = found_id;
    -- An insert has to end in a new row, so the saved one makes room; it is not the person's deletion (queue_media_deletion).
    perform set_config('lampstand.replaced_sermon', found_id::text, true);
    delete from public.sermons where id = found_id;
    perform set_config('lampstand.replaced_sermon', '', true);
  end if;
  return new;
end
$$;
revoke execute on function public.keep_one_row_for_each_generation from public;
create trigger keep_one_row_for_each_generation before insert on public.sermons
  for each row execute function public.keep_one_row_for_each_generation();
create index generations_by_text on public.generations (user_id, text_sha256);

create or replace trigger queue_media_deletion after delete on public.sermons for each row
  when (current_setting('lampstand.replaced_sermon', true) is distinct from old.id::text)
  execute function public.queue_media_deletion();
