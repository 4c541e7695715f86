-- Storage of the Supabase dialect (contract section 3): who may do what with which file. Bytes are in the object store.
-- It knows no users but by the claims of the request, and no buckets: those come with the product and its policies.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

-- Functions for policies: the parts of an object's name.
create function storage.foldername(name text) returns text[]
language sql immutable parallel safe strict set search_path = ''
return (string_to_array(name, '/'))[: cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text
language sql immutable parallel safe strict set search_path = ''
return split_part(name, '/', -1);

-- Without a dot, as upstream does: the whole file name.
create function storage.extension(name text) returns text
language sql immutable parallel safe strict set search_path = ''
return split_part(split_part(name, '/', -1), '.', -1);

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  -- Readable without a policy, by whoever knows the name.
  public boolean not null default false,
  -- Bytes; null: the server's own limit.
  file_size_limit bigint check (file_size_limit >= 0),
  -- 'image/webp' or 'image/*'; null: any.
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table storage.buckets enable row level security;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null collate "C",
  owner uuid,
  owner_id text,
  -- The bytes are stored under '<bucket_id>/<name>/<version>'; null until there are any.
  version text,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode
  metadata jsonb,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
alter table storage.objects enable row level security;
create index objects_owner_id on storage.objects (owner_id);

-- Policies decide; without one, nobody but service_role gets anything.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

-- Bytes that no object refers to: announced before an upload writes them, recorded when an object lets go of them,
-- so that a crash at any moment leaves nothing that is not found and deleted later. For the platform alone.
create table storage.unreferenced_bytes (
  key text primary key collate "C",
  since timestamptz not null default now()
);
alter table storage.unreferenced_bytes enable row level security;

create function storage.record_unreferenced_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.unreferenced_bytes (key)
  values (old.bucket_id || '/' || old.name || '/' || old.version)
  on conflict do nothing;
  return null;
end
$$;
revoke execute on function storage.record_unreferenced_bytes from public;

create trigger record_bytes_of_deleted after delete on storage.objects
for each row when (old.version is not null) execute function storage.record_unreferenced_bytes();

create trigger record_bytes_of_replaced after update of bucket_id, name, version on storage.objects
for each row when (old.version is not null and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version))
execute function storage.record_unreferenced_bytes();

-- A row deleted by hand is nearly always a mistake: the storage API asks for it with this setting.
create function storage.refuse_direct_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using errcode = '42501';
  end if;
  return null;
end
$$;

create trigger refuse_direct_delete before delete on storage.buckets
for each statement execute function storage.refuse_direct_delete();
create trigger refuse_direct_delete before delete on storage.objects
for each statement execute function storage.refuse_direct_delete();
