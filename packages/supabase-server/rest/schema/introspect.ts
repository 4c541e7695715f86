import { asPlatform } from "@lampstand/database/as-platform";
import type { Database } from "@lampstand/database";
import { catalogOf, snapshot, type Catalog } from "./schema.ts";

// Without partitions, which are used through their parent. Generated columns have no default; an identity column's is its sequence.
const RELATIONS = `
  select n.nspname as schema, c.relname as name, case c.relkind when 'c' then 'composite' else 'table' end as kind,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'base', coalesce(b.typname, t.typname),
        'defaultValue', case
          when a.attidentity <> '' then
            format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_type b on b.oid = t.typbasetype
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p'), '[]') as "primaryKey",
    array(
      select r.rolname from pg_roles r
      where c.relkind <> 'c' and r.rolname in ('anon', 'authenticated', 'service_role')
        and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
          or has_any_column_privilege(r.oid, c.oid, 'select, insert, update'))) as roles
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition`;

// Only within one schema. A unique foreign key makes the relationship one-to-one.
const FOREIGN_KEYS = `
  select f.conname as name, n.nspname as schema, c.relname as table, t.relname as "targetTable",
    (select json_agg(a.attname order by k.position)
      from unnest(f.conkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum) as columns,
    (select json_agg(a.attname order by k.position)
      from unnest(f.confkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum) as "targetColumns",
    exists (
      select from pg_constraint u
      where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey @> f.conkey and u.conkey <@ f.conkey) as "isUnique"
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_class t on t.oid = f.confrelid and t.relnamespace = c.relnamespace
  join pg_namespace n on n.oid = c.relnamespace
  where f.contype = 'f' and n.nspname = any($1) and not c.relispartition and not t.relispartition`;

// Without functions that have unnamed arguments: arguments are passed by name.
const ROUTINES = `
  with args as (
    select p.oid, u.type, u.position, coalesce(p.proargnames[u.position], '') as name,
      coalesce(p.proargmodes[u.position], 'i') in ('i', 'b', 'v') as "isInput",
      coalesce(p.proargmodes[u.position], 'i') in ('o', 'b', 't') as "isOutput",
      count(*) filter (where coalesce(p.proargmodes[u.position], 'i') in ('i', 'b', 'v')) over (partition by p.oid order by u.position) as input
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    cross join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, position)
    where n.nspname = any($1)
  )
  select n.nspname as schema, p.proname as name, p.provolatile = 'v' as "isVolatile",
    coalesce((
      select json_agg(json_build_object(
        'name', a.name, 'type', format_type(a.type, null),
        'required', a.input <= p.pronargs - p.pronargdefaults,
        'variadic', p.provariadic <> 0 and a.input = p.pronargs) order by a.position)
      from args a where a.oid = p.oid and a."isInput"), '[]') as parameters,
    json_build_object(
      'kind', case
        when p.prorettype = 'void'::regtype then 'void'
        when r.typtype = 'c' or p.prorettype = 'record'::regtype or exists (select from args a where a.oid = p.oid and a."isOutput")
          then 'composite'
        else 'scalar' end,
      'isSet', p.proretset,
      'relation', (select c.relname from pg_class c where c.oid = r.typrelid and c.relnamespace = p.pronamespace),
      'columns', coalesce((
        select json_agg(json_build_object(
          'name', a.name, 'type', format_type(a.type, null), 'base', coalesce(b.typname, t.typname), 'defaultValue', null) order by a.position)
        from args a join pg_type t on t.oid = a.type left join pg_type b on b.oid = t.typbasetype
        where a.oid = p.oid and a."isOutput"), '[]')) as returns,
    array(
      select o.rolname from pg_roles o
      where o.rolname in ('anon', 'authenticated', 'service_role') and has_function_privilege(o.oid, p.oid, 'execute')) as roles
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type r on r.oid = p.prorettype
  where p.prokind = 'f' and n.nspname = any($1) and r.typname not in ('trigger', 'event_trigger')
    and not exists (select from args a where a.oid = p.oid and a."isInput" and a.name = '')`;

const TYPES = `
  select n.nspname as schema, t.typname as name, format('%I.%I', n.nspname, t.typname) as type
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('e', 'd') and n.nspname = any($1)`;

/** Reads the schemas from PostgreSQL's catalog, in one statement. */
export async function introspect(db: Database, schemas: readonly string[]): Promise<Catalog> {
  const text = `select json_build_object(${[
    ["relations", RELATIONS],
    ["foreignKeys", FOREIGN_KEYS],
    ["routines", ROUTINES],
    ["types", TYPES],
  ]
    .map(([key, query]) => `'${key}', (select coalesce(json_agg(found), '[]') from (${query}) as found)`)
    .join(", ")}) as snapshot`;
  const { rows } = await asPlatform(db, async (tx) => {
    // With an empty search path the catalog prints all names fully qualified.
    await tx.query("set local search_path = ''");
    return tx.query<{ snapshot: unknown }>(text, [schemas]);
  });
  return catalogOf(schemas, snapshot.parse(rows[0]?.snapshot));
}
