import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../tests/support/database.ts";

test("the connections of a first page are there before it asks, and none is opened for it", async () => {
  const database = await createDatabase();
  const { db } = database;
  onTestFinished(() => database.drop());
  await db.connect();
  const open = () => Object.values(db.requests).map(({ pool }) => [pool.totalCount, pool.idleCount]);
  expect(open()).toEqual([
    [1, 1],
    [3, 3],
    [1, 1],
  ]);
  await Promise.all([1, 2, 3].map(() => db.requests.authenticated.pool.query("select 1")));
  expect(open()[1]).toEqual([3, 3]);
});

test("a program starts also where they can't be opened yet", async () => {
  const database = await createDatabase();
  await database.drop();
  await expect(database.db.connect()).resolves.toBeUndefined();
});
