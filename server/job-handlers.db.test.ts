import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../tests/support/database.ts";
import { createTrialUser } from "../tests/support/people.ts";
import { queueUnfinished } from "./job-handlers.ts";
import { startGeneration } from "./sermons/start-generation.privileged.ts";

test("a program that has died again and again has one job for each sermon", async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  const userId = await createTrialUser(db.owner);
  await startGeneration(db, { userId, prompt: "rest", minutes: 5, voice: "John" });
  for (let crashes = 0; crashes < 3; crashes++) {
    await db.owner.query(
      `update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'dead', attempts = j.attempts + 1
       from graphile_worker.jobs where jobs.id = j.id and task_identifier = 'run-generation'`,
    );
    await queueUnfinished(db, { alone: true });
    const { rows } = await db.owner.query(
      "select attempts, locked_at from graphile_worker.jobs where task_identifier = 'run-generation'",
    );
    expect(rows).toEqual([{ attempts: 0, locked_at: null }]);
  }
});
