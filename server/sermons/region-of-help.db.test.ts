import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { testVendors } from "../../tests/support/vendors.ts";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test.for([
  ["en-GB,en;q=0.9", "999"],
  ["de-DE", "TelefonSeelsorge: 0800 111 0 111"],
  ["sv-SE", "112, or your local emergency number"],
  [undefined, "Call or text 988"],
] as const)("under a sermon that touches danger stand the lines of the person's country: %s", async ([locale, contact]) => {
  const { db } = database;
  const user = await createTrialUser(db.owner);
  const prompt = "my brother took his own life in 1987 and we lay a stone for him";
  const generationId = await startGeneration(db, { userId: user, prompt, minutes: 5, voice: "John", locale });
  await runGeneration(testVendors(db).vendors)({ generationId }, { signal: new AbortController().signal });
  const { rows } = await db.owner.query("select content from public.sermons where id = $1", [generationId]);
  expect(rows[0]?.content).toContain("please reach someone now");
  expect(rows[0]?.content).toContain(contact);
});
