import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { testVendors } from "../../tests/support/vendors.ts";
import { createComposer } from "../vendors/writer/composer/composer.ts";
import { asUser } from "@lampstand/database";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test("a person's sermons quote the Bible that the person has chosen; the World English Bible until then", async () => {
  const { db } = database;
  const { vendors } = testVendors(db, { writer: createComposer() });
  for (const [chosen, named] of [
    [null, "(World English Bible)"],
    ["KJV", "(King James Version"],
  ] as const) {
    const user = await createTrialUser(db.owner);
    if (chosen)
      await asUser(db, { claims: { role: "authenticated", sub: user } }, (tx) =>
        tx.query("update public.profiles set bible_translation = $2 where id = $1", [user, chosen]),
      );
    const generationId = await startGeneration(db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
    await runGeneration(vendors)({ generationId }, { signal: new AbortController().signal });
    const { rows } = await db.owner.query("select content from public.sermons where id = $1", [generationId]);
    expect(rows[0]?.content).toContain(named);
  }
});

test("nobody chooses a Bible that there is not", async () => {
  const user = await createTrialUser(database.db.owner);
  const choice = asUser(database.db, { claims: { role: "authenticated", sub: user } }, (tx) =>
    tx.query("update public.profiles set bible_translation = 'NIV' where id = $1", [user]),
  );
  await expect(choice).rejects.toMatchObject({ code: "23514" });
});
