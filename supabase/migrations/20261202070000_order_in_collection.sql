-- The order in a collection is changed by hand: a sermon changes places with the one before or after it. A place is a time, that of
-- adding until then, so whatever reads a collection in its order (the library, Play all, the e-book, the download) follows.

grant update (added_at) on public.collection_sermons to authenticated;
comment on column public.collection_sermons.added_at is 'Its place: when it was added, or the place of a sermon that it changed places with.';

-- False if it is not in the collection, or is the first or last already. Sermons in the trash are passed over.
create function public.move_in_collection(p_collection uuid, p_sermon uuid, p_earlier boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  own public.collection_sermons;
  other public.collection_sermons;
begin
  -- One move at a time in each collection.
  perform from public.collections c where c.id = p_collection for update;
  select * into own from public.collection_sermons m where m.collection_id = p_collection and m.sermon_id = p_sermon;
  select * into other from public.collection_sermons m
  where m.collection_id = p_collection and m.sermon_id <> p_sermon
    and case when p_earlier then m.added_at <= own.added_at else m.added_at >= own.added_at end
  order by case when p_earlier then m.added_at end desc, m.added_at limit 1;
  if other.sermon_id is null then
    return false;
  end if;
  update public.collection_sermons m
  set added_at = case when m.sermon_id = p_sermon then other.added_at else own.added_at end
  where m.collection_id = p_collection and m.sermon_id in (p_sermon, other.sermon_id);
  return true;
end
$$;
revoke execute on function public.move_in_collection from public, anon;
grant execute on function public.move_in_collection to authenticated;
