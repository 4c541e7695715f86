import { createHmac } from "node:crypto";
import pg from "pg";

/** The login that owns the database, for migrations and the app. Not a superuser, so it can't run programs or read files of the server. */
export const OWNER = "lampstand_owner";

/** Derived from the superuser's password, which is in the data directory. */
export function ownerPassword(superuserPassword: string): string {
  return createHmac("sha256", superuserPassword).update("lampstand:owner").digest("base64url");
}

/** Roles created by the migrations; the owner has to be able to grant and alter them. */
const DIALECT_ROLES = ["anon", "authenticated", "service_role", "authenticator"];

/** Transfers the superuser's objects to the owner. REASSIGN OWNED does not work for the role created by initdb. */
const HAND_OVER = `
  with own as (select 'postgres'::regrole::oid as oid)
  select format('alter database %I owner to ${OWNER}', datname) as statement
    from pg_database, own where datname = current_database() and datdba = own.oid
  union all
  select format('alter schema %I owner to ${OWNER}', nspname)
    from pg_namespace n, own where n.oid >= 16384 and nspowner = own.oid
  union all
  -- A sequence of a column follows its table.
  select format('alter table %s owner to ${OWNER}', c.oid::regclass)
    from pg_class c, own
    where c.oid >= 16384 and relowner = own.oid and relkind in ('r', 'p', 'v', 'm', 'S')
      and relnamespace <> 'pg_toast'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and relkind = 'S' and deptype in ('a', 'i'))
  union all
  select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
    from pg_proc p, own where p.oid >= 16384 and proowner = own.oid
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  -- Row types follow their table, array types their element.
  select format('alter type %s owner to ${OWNER}', t.oid::regtype)
    from pg_type t left join pg_class c on c.oid = t.typrelid, own
    where t.oid >= 16384 and typowner = own.oid and (typtype in ('e', 'd', 'r') or (typtype = 'c' and c.relkind = 'c'))
  union all
  select format('alter default privileges for role %s in schema %I %s %s on %s %s %s', role, nspname, verb, privilege_type,
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' end,
      preposition, grantee::regrole)
    from own, pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace, aclexplode(defaclacl) a,
      (values ('${OWNER}', 'grant', 'to'), ('postgres', 'revoke', 'from')) as verbs (role, verb, preposition)
    where defaclrole = own.oid and grantee <> own.oid
  union all
  select format('grant %I to ${OWNER} with admin true, inherit false, set false', rolname)
    from pg_roles r
    where rolname in (${DIALECT_ROLES.map((role) => `'${role}'`).join(", ")})
      and not exists (select from pg_auth_members where roleid = r.oid and member = '${OWNER}'::regrole and admin_option)`;

/**
 * Creates the owner login, and transfers the objects that an earlier version had created as superuser. `superuserUrl` includes the
 * database.
 */
export async function prepareOwner(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: "lampstand-owner" });
  await client.connect();
  try {
    await client.query("begin");
    const exists = await client.query("select from pg_roles where rolname = $1", [OWNER]);
    // BYPASSRLS, because it creates service_role with it, and a role can only grant attributes that it has.
    await client.query(
      `${exists.rowCount === 0 ? "create" : "alter"} role ${OWNER} with login nosuperuser nocreatedb noreplication createrole bypassrls
       password ${pg.escapeLiteral(password)}`,
    );
    const { rows } = await client.query<{ statement: string }>(HAND_OVER);
    for (const { statement } of rows) await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
