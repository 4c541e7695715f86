-- The library: what its cards, filters and search need, beside the texts.

alter table public.sermons
  -- The first heading of the text; `title` is the topic.
  add column written_title text generated always as (left(substring(content from '(?n)^# (.+)$'), 300)) stored,
  add column is_favourite boolean not null default false,
  -- Of the generation that it comes from; null for a sermon that was inserted with a text of its own.
  add column minutes smallint,
  add column voice text,
  add column theme text;
grant update (is_favourite) on public.sermons to authenticated;

drop index public.sermons_newest;
create index sermons_newest on public.sermons (user_id, created_at desc, id desc) where deleted_at is null;
create index sermons_favourite on public.sermons (user_id, created_at desc, id desc) where is_favourite and deleted_at is null;

create function public.describe_sermon() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select g.minutes, coalesce(spoken.output ->> 'voice', g.voice), coalesce(split_part(g.reading, '.', 1), written.output #>> '{image,theme}')
  into new.minutes, new.voice, new.theme
  from public.generations g
  left join public.generation_steps spoken on spoken.generation_id = g.id and spoken.kind = 'voice'
  left join public.generation_steps written on written.generation_id = g.id and written.kind = 'text'
  where g.id = new.id and g.user_id = new.user_id;
  return new;
end
$$;
revoke execute on function public.describe_sermon from public;
-- Its name puts it behind `keep_one_row_for_each_generation`, which chooses the id; another voicing may have another voice.
create trigger then_describe_sermon before insert or update of audio_url on public.sermons
  for each row execute function public.describe_sermon();
update public.sermons set audio_url = audio_url;

-- As before (20261129004900), and a favourite stays one.
create or replace function public.keep_one_row_for_each_generation() returns trigger
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
    new.is_favourite := saved.is_favourite;
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

-- What a person can choose from, and how many sermons they have.
create function public.library_choices() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sermons', count(*),
    'themes', coalesce(jsonb_agg(distinct s.theme) filter (where s.theme is not null), '[]'),
    'voices', coalesce(jsonb_agg(distinct s.voice) filter (where s.voice is not null), '[]'),
    'minutes', coalesce(jsonb_agg(distinct s.minutes) filter (where s.minutes is not null), '[]'))
  from public.sermons s where s.user_id = (select auth.uid());
$$;
revoke execute on function public.library_choices from public, anon;
grant execute on function public.library_choices to authenticated;

-- Search -------------------------------------------------------------------
-- The words of each sermon: topic before title before text. In a table of its own, so that `select *` on sermons stays what people wrote.
-- Only the function below reaches it: under row level security PostgreSQL may not ask an index for words (`@@` is not leakproof).
create table public.sermon_words (
  sermon_id uuid primary key references public.sermons (id) on delete cascade,
  -- With a word that names the owner, so that one index finds the words of one person's sermons, however many there are of others.
  words tsvector not null
);
alter table public.sermon_words enable row level security;
create index sermon_words_of_owner on public.sermon_words using gin (words);

create function public.owner_word(p_user uuid) returns text
language sql immutable set search_path = '' as $$ select 'owner:' || p_user $$;

create function public.index_sermon_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.sermon_words (sermon_id, words)
  values (new.id, array_to_tsvector(array[public.owner_word(new.user_id)])
    || setweight(to_tsvector('pg_catalog.english', new.title), 'A')
    || setweight(to_tsvector('pg_catalog.english', coalesce(new.written_title, '')), 'B')
    || setweight(to_tsvector('pg_catalog.english', new.content), 'C'))
  on conflict (sermon_id) do update set words = excluded.words;
  return null;
end
$$;
revoke execute on function public.owner_word, public.index_sermon_words from public;
create trigger index_sermon_words after insert or update of title, content, user_id on public.sermons
  for each row execute function public.index_sermon_words();
update public.sermons set title = title;

-- What somebody typed, as a query; any text is one. "Quoted words" belong together, a minus leaves out, and the last word may be half typed.
create function public.words_query(p_words text) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  words text := left(p_words, 200);
  half text := substring(words from '(?:^|\s)([[:alnum:]]+)$');
begin
  if half is null or mod(length(words) - length(replace(words, '"', '')), 2) = 1 then
    return websearch_to_tsquery('pg_catalog.english', words);
  end if;
  return websearch_to_tsquery('pg_catalog.english', left(words, -length(half)))
    && (websearch_to_tsquery('pg_catalog.english', half) || to_tsquery('pg_catalog.simple', half || ':*'));
end
$$;
revoke execute on function public.words_query from public;

-- A page of the caller's sermons that have these words and name this passage ("Romans 8", "John 3:16"), the best first or by date
-- ('best', 'newest', 'oldest'), behind the last one of the page before (`p_after`: rank, created_at, id). The found words of the excerpt
-- stand between U+E000 and U+E001, since it is text and not HTML.
create function public.search_sermons(
  p_words text, p_passage text default '', p_theme text default null, p_minutes int default null, p_voice text default null,
  p_favourites boolean default false, p_sort text default 'best', p_after jsonb default null, p_limit int default 24)
returns table (id uuid, title text, written_title text, audio_url text, image_url text, created_at timestamptz, is_favourite boolean,
  rank real, excerpt text)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := public.words_query(p_words) && phraseto_tsquery('pg_catalog.english', left(p_passage, 100));
  -- By date a sermon's rank is the same for all.
  rank text := case p_sort when 'best' then 'ts_rank(w.words, $2)' else '0::real' end;
  is_behind text := case p_sort when 'oldest' then '(f.created_at, f.id) > ($9, $10)'
    else '(f.rank, f.created_at, f.id) < ($8, $9, $10)' end;
  direction text := case p_sort when 'oldest' then 'asc' else 'desc' end;
begin
  if numnode(query) = 0 or not public.second_factor_met() then
    return;
  end if;
  return query execute format($search$
    select f.id, f.title, f.written_title, f.audio_url, f.image_url, f.created_at, f.is_favourite, f.rank,
      ts_headline('pg_catalog.english', regexp_replace(translate(s.content, U&'#*_\E000\E001', ''), '(?n)^>|\s+', ' ', 'g'), $2,
        U&'StartSel=\E000, StopSel=\E001, MaxWords=28, MinWords=14')
    from (
      select f.* from (
        select s.id, s.title, s.written_title, s.audio_url, s.image_url, s.created_at, s.is_favourite, %1$s as rank
        from public.sermon_words w join public.sermons s on s.id = w.sermon_id
        where w.words @@ ($1 && $2) and s.user_id = $3 and s.deleted_at is null
          and ($4 is null or s.theme = $4) and ($5 is null or s.minutes = $5) and ($6 is null or s.voice = $6)
          and (s.is_favourite or not $7)
      ) f
      where $10 is null or %2$s
      order by f.rank %3$s, f.created_at %3$s, f.id %3$s limit $11
    ) f join public.sermons s on s.id = f.id
    order by f.rank %3$s, f.created_at %3$s, f.id %3$s
  $search$, rank, is_behind, direction)
  using quote_literal(public.owner_word(auth.uid()))::tsquery, query, auth.uid(), p_theme, p_minutes, p_voice, p_favourites,
    (p_after ->> 'rank')::real, (p_after ->> 'created_at')::timestamptz, (p_after ->> 'id')::uuid, least(p_limit, 100);
end
$$;
revoke execute on function public.search_sermons from public, anon;
grant execute on function public.search_sermons to authenticated;
