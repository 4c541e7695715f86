-- Who has few sermons searches in these alone (docs/decisions/086-search-in-small-libraries.md). As before (20261201060100), but for `is_small`.

-- A page of the caller's sermons that have these words and name this passage ("Romans 8", "John 3:16"); without either, of all that fit
-- the conditions. The best first or by date ('best', 'newest', 'oldest'), behind the last one of the page before (`p_after`: its rank, place,
-- id and ranked_from). Without words the best are the newest, and in a collection they stand as they were added. The found words of the
-- excerpt stand between U+E000 and U+E001, since it is text and not HTML.
create or replace function public.search_sermons(
  p_words text, p_passage text default '', p_theme text default null, p_minutes int default null, p_voice text default null,
  p_favourites boolean default false, p_sort text default 'best', p_after jsonb default null, p_limit int default 24,
  p_heard boolean default null, p_collection uuid default null)
returns table (id uuid, title text, written_title text, audio_url text, image_url text, created_at timestamptz, is_favourite boolean,
  rank real, place bigint, ranked_from timestamptz, excerpt text)
language plpgsql stable security definer set search_path = ''
-- Without an index every row's words are read to compare them, which the planner takes for cheaper than it is; and one plan for all words
-- suits none (20261208000100).
set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' as $$
declare
  me uuid := auth.uid();
  has_words boolean := btrim(p_words || p_passage) <> '';
  is_added_order boolean := p_sort = 'best' and not has_words and p_collection is not null;
  query tsquery := public.words_query(p_words) && phraseto_tsquery('pg_catalog.english', left(p_passage, 100));
  stem text := (tsvector_to_array(to_tsvector('pg_catalog.english', p_words || ' ' || p_passage)))[1];
  -- With so few, to compare the words of each costs less than to look a half typed word up: the index lists its places in everybody's
  -- sermons.
  is_small boolean := (select count(*) from (select from public.sermons s where s.user_id = me and s.deleted_at is null limit 201) s) <= 200;
  in_index tsquery := quote_literal(public.owner_word(me))::tsquery && query;
begin
  -- Words that say nothing, such as "the", find nothing.
  if not public.second_factor_met() or (has_words and numnode(query) = 0) then
    return;
  end if;
  return query
  with found as materialized (
    select s.id, s.created_at, w.words,
      -- In microseconds, the greatest first.
      case when p_sort = 'oldest' or is_added_order then -1 else 1 end
        * (date_part('epoch', case when is_added_order then m.added_at else s.created_at end) * 1000000)::bigint as place
    from (
      select w.sermon_id, w.words from public.sermon_words w where has_words and not is_small and w.words @@ in_index
      union all
      -- `offset 0` keeps the planner from asking the index all the same.
      select s.id, w.words
      from public.sermons s cross join lateral (select w.words from public.sermon_words w where w.sermon_id = s.id offset 0) w
      where has_words and is_small and s.user_id = me and s.deleted_at is null and w.words @@ query
      union all
      select s.id, null from public.sermons s where not has_words and s.user_id = me and s.deleted_at is null
    ) w
    join public.sermons s on s.id = w.sermon_id
    left join public.collection_sermons m on m.collection_id = p_collection and m.sermon_id = s.id and m.user_id = me
    where s.user_id = me and s.deleted_at is null
      and (p_theme is null or s.theme = p_theme) and (p_minutes is null or s.minutes = p_minutes)
      and (p_voice is null or s.voice = p_voice) and (s.is_favourite or not p_favourites)
      and (p_collection is null or m.sermon_id is not null)
      and (p_heard is null or p_heard = exists (
        select from public.sermon_positions p where p.user_id = me and p.sermon_id = s.id and p.heard))
  ),
  -- To rank means to read all words of a sermon. So the newest 500 are ranked, and those before them follow by date. Where that
  -- begins is part of the cursor: a sermon that is added or deleted meanwhile moves no other one.
  bound as materialized (
    select case when p_after is null then (select f.created_at from found f order by f.created_at desc offset 499 limit 1)
      else (p_after ->> 'ranked_from')::timestamptz end as ranked_from
  ),
  ranked as (
    select f.id, f.place, b.ranked_from,
      case when has_words and p_sort = 'best' and (b.ranked_from is null or f.created_at >= b.ranked_from)
        then ts_rank(f.words, query) else 0 end as rank
    from found f cross join bound b
  ),
  page as (
    select * from ranked r
    where p_after is null
      or (r.rank, r.place, r.id) < ((p_after ->> 'rank')::real, (p_after ->> 'place')::bigint, (p_after ->> 'id')::uuid)
    order by r.rank desc, r.place desc, r.id desc limit least(p_limit, 100)
  )
  select s.id, s.title, s.written_title, s.audio_url, s.image_url, s.created_at, s.is_favourite, page.rank, page.place, page.ranked_from,
    case when has_words then ts_headline('pg_catalog.english', public.without_marks(coalesce(
        -- The first paragraph with all of it, since to look through a whole text takes ten times as long.
        (select p.text from string_to_table(s.content, E'\n\n') as p (text)
          where p.text not like '#%' and strpos(lower(p.text), stem) > 0 and to_tsvector('pg_catalog.english', p.text) @@ query limit 1),
        s.content)), query, U&'StartSel=\E000, StopSel=\E001, MaxWords=28, MinWords=14') end
  from page join public.sermons s on s.id = page.id
  order by page.rank desc, page.place desc, page.id desc;
end
$$;
