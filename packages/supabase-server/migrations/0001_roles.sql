-- Roles of the Supabase dialect (contract section 0). They belong to the whole cluster, so another database may have made them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
exception
  -- Two databases of one cluster migrated at the same moment: the other one has made them.
  when unique_violation or duplicate_object then null;
end
$$;
grant anon, authenticated, service_role to authenticator;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- A new table is closed until its own file opens it; the server's own role reaches all of them.
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant usage, select on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
