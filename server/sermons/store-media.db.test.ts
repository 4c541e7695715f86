import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import { storeMedia } from "./store-media.privileged.ts";

/** Answers of the storage server, in turn; "reset" ends the connection without one. */
let answers: (number | "reset")[] = [];
let asked: { path: string; overwrites: boolean }[] = [];
const server = createServer((request, reply) => {
  asked.push({ path: request.url ?? "", overwrites: request.headers["x-upsert"] === "true" });
  const status = answers.shift() ?? 200;
  request.resume().on("end", () => {
    if (status === "reset") request.socket.destroy();
    else
      reply
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ message: "as told", Id: "1", Key: "1" }));
  });
});

let database: TestDatabase;
let user: string;
beforeAll(async () => {
  database = await createDatabase();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await database.drop();
});
beforeEach(async () => {
  user = await createSubscriber(database.db.owner);
  asked = [];
});

const FILE = { path: "a.mp3", body: new Uint8Array([1]), contentType: "audio/mpeg" };
const PAUSES_MS = [1, 1, 1];
function store(signal = new AbortController().signal, pausesMs = PAUSES_MS): Promise<void> {
  const supabase = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "key");
  return storeMedia({ db: database.db, supabase }, { user_id: user }, "sermon-audio", [FILE], { signal, pausesMs });
}

test("a file is uploaded again while the bucket fails, over what a lost try may have stored", async () => {
  answers = [503, "reset", 429];
  await store();
  expect(asked.map(({ overwrites }) => overwrites)).toEqual([false, true, true, true]);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(1);
});

test("what the bucket refuses is not uploaded again", async () => {
  answers = [400];
  await expect(store()).rejects.toThrow("could not store a audio/mpeg file: as told");
  expect(asked).toHaveLength(1);
});

test("after the last pause it is an error, and a file that may lie there is due for deletion", async () => {
  answers = [503, 503, 503, 503];
  await expect(store()).rejects.toThrow("could not store");
  expect(asked).toHaveLength(4);
  const { rows } = await database.db.owner.query("select path from public.media_deletions where user_id = $1", [user]);
  expect(rows).toEqual([{ path: "a.mp3" }]);
});

test("a process that stops does not wait for the bucket", async () => {
  answers = [503];
  const stopping = new AbortController();
  const stored = store(stopping.signal, [3_600_000]);
  await expect.poll(() => asked.length).toBe(1);
  stopping.abort();
  await expect(stored).rejects.toThrow("aborted");
});
