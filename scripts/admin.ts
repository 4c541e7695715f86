import { z } from "zod";
import { emailAddress } from "@lampstand/supabase-server/email-address";
import { readSettings, RefusedError, runCommand, withDatabase } from "./installation.ts";

const USAGE = "Usage: npm run admin -- grant|revoke <email>\n       npm run admin -- list|deletions";

const command = z.union([
  z.tuple([
    z.enum(["grant", "revoke"]),
    z.pipe(
      emailAddress,
      z.transform((email: string) => email.toLowerCase()),
    ),
  ]),
  z.tuple([z.enum(["list", "deletions"])]),
]);

async function main(args: string[]): Promise<string> {
  const parsed = command.safeParse(args);
  if (!parsed.success) throw new RefusedError(USAGE);
  const [verb, email] = parsed.data;
  let answer = "";
  await withDatabase(readSettings(), async (client) => {
    if (verb === "list") {
      const admins = await client.query<{ email: string }>(
        "select u.email from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'admin' order by 1",
      );
      answer = admins.rows.map((row) => row.email).join("\n") || "There are no administrators.";
      return;
    }
    if (verb === "deletions") {
      const open = await client.query<{ line: string }>(
        `select format('%s  since %s UTC  at %s, try %s%s', id, to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), step, attempts,
           coalesce(': ' || last_error, '')) as line
         from public.account_deletions order by requested_at`,
      );
      answer = open.rows.map((row) => row.line).join("\n") || "No account is being deleted.";
      return;
    }
    const user = await client.query<{ id: string }>(
      "select id from auth.users where email = $1 and email_confirmed_at is not null",
      [email],
    );
    const id = user.rows[0]?.id;
    if (!id) throw new RefusedError(`Nobody has confirmed an account with ${email}. Sign up first.`);
    // Recorded in the audit trail (public.note_role_change).
    await client.query("set lampstand.by = 'cli'");
    const changed = await client.query(
      verb === "grant"
        ? "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing"
        : "delete from public.user_roles where user_id = $1 and role = 'admin'",
      [id],
    );
    const done = verb === "grant" ? "is an administrator" : "is no administrator any more";
    const already = verb === "grant" ? "was an administrator already" : "was no administrator";
    answer = `${email} ${changed.rowCount === 1 ? done : already}.`;
    const factors = await client.query("select from auth.mfa_factors where user_id = $1 and status = 'verified'", [id]);
    if (verb === "grant" && !factors.rowCount)
      answer += "\nThe admin pages open once they have set up a second factor, under Security.";
  });
  return answer;
}

await runCommand(main);
