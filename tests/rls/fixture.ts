import { asUser, type Claims } from "@lampstand/database";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { TABLES, type People } from "./tables.ts";

/** A database with these people and a row of each table. */
export async function createSeededDatabase(people: People): Promise<TestDatabase> {
  const database = await createDatabase();
  for (const id of [people.owner, people.other, people.admin])
    await database.db.owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [
      id,
      `${id}@example.com`,
    ]);
  for (const table of Object.values(TABLES)) await database.db.owner.query(table.seed(people));
  return database;
}

class Undo extends Error {}

/** Whether the statement reaches the seeded row: rows affected, or refused by privilege or policy. The transaction is undone. */
export async function isReached({ db }: TestDatabase, claims: Claims, statement: string): Promise<boolean> {
  let reached = false;
  try {
    await asUser(db, { claims }, async (tx) => {
      await tx.query("set local storage.allow_delete_query = 'true'");
      reached = ((await tx.query(statement)).rowCount ?? 0) > 0;
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return reached;
    // 42501: insufficient privilege, or a row that violates a policy.
    if ((error as { code?: string }).code === "42501") return false;
    throw error;
  }
  return reached;
}
