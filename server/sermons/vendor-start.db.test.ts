import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { WriterError, type VendorUsage, type WriteEvent, type Writer } from "../vendors/writer/writer.ts";
import { asService } from "@lampstand/database/as-service";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";
import { recordVendorStart, settleVendorStart } from "./vendor-start.privileged.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.owner.query("delete from public.vendor_starts"));

const usage = (cents: number): VendorUsage => ({ inputTokens: 100, outputTokens: 10, cents });
const start = (hold: number, budget: number | null = 10, vendor: "writer" | "image" = "writer") =>
  asService(database.db, (tx) =>
    recordVendorStart(tx, {
      vendor,
      engine: randomUUID(),
      generation: { id: randomUUID(), user_id: randomUUID() },
      budget,
      hold,
    }),
  );
const over = { code: "over_budget" };

test("what may be spent is held until it is known what was; then that counts, whichever model it was", async () => {
  const first = await start(6);
  await expect(start(6)).rejects.toMatchObject(over);
  await settleVendorStart(database.db, first, [usage(1), usage(1.5)]);
  await start(6);
  await expect(start(2)).rejects.toMatchObject(over);
  await start(2, 10, "image");
  await start(200, null);
});

test("twenty starts at once never hold more than the budget", async () => {
  const started = await Promise.allSettled(Array.from({ length: 20 }, () => start(3)));
  expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("a day later the budget is whole again", async () => {
  await start(10);
  await expect(start(1)).rejects.toMatchObject(over);
  await database.db.owner.query("update public.vendor_starts set at = now() - interval '24 hours'");
  await start(10);
});

const row = async (): Promise<object> =>
  (
    await database.db.owner.query(
      "select calls, input_tokens, output_tokens, cents::float8, held_cents::float8 from public.vendor_starts where vendor = 'writer'",
    )
  ).rows[0];

/** Runs one generation whose writer costs something. */
async function generate(write: Writer["write"], hold = 5): Promise<void> {
  const user = await createTrialUser(database.db.owner);
  const { vendors } = testVendors(database.db, { writer: { write } });
  const writer: Writer = { ...vendors.writer, hold: () => hold };
  const id = await startGeneration(database.db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
  await runGeneration({ ...vendors, writer, budgets: { writer: 10, voice: null, image: null } })(
    { generationId: id },
    { signal: new AbortController().signal },
  );
}

test("each generation has its tokens and its cents, over all its calls", async () => {
  await generate(async function* (request, signal): AsyncGenerator<WriteEvent> {
    yield { type: "usage", usage: usage(0.25) };
    yield { type: "usage", usage: usage(1) };
    yield* plainWriter.write(request, signal);
  });
  expect(await row()).toEqual({ calls: 2, input_tokens: 200, output_tokens: 20, cents: 1.25, held_cents: 0 });
});

test("a text that failed has cost what it cost", async () => {
  await generate(async function* (): AsyncGenerator<WriteEvent> {
    yield { type: "usage", usage: usage(0.5) };
    throw new WriterError("unavailable", "down");
  });
  expect(await row()).toMatchObject({ calls: 1, cents: 0.5, held_cents: 0 });
});

test("a sermon that the budget has no room for is not begun", async () => {
  let asked = false;
  await generate(async function* (request, signal): AsyncGenerator<WriteEvent> {
    asked = true;
    yield* plainWriter.write(request, signal);
  }, 11);
  expect(asked).toBe(false);
  expect(await row()).toBeUndefined();
});
