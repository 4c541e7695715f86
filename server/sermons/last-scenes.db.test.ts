import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asService } from "@lampstand/database/as-service";
import { seededRandom } from "../../shared/seeded-random.ts";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import { plainIllustrator, testVendors } from "../../tests/support/vendors.ts";
import { chooseScene } from "../vendors/image/drawn/choose-scene.ts";
import type { PictureRequest } from "../vendors/image/image.ts";
import { drawImage } from "./draw-image.privileged.ts";
import { generationRow } from "./generation.ts";
import { lastScenes } from "./last-scenes.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
let user: string;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createSubscriber(database.db.owner);
});

/** A sermon that was finished `age` minutes ago; without a scene when its picture is from before scenes were kept. */
async function finished(age: number, scene?: string, id: string = randomUUID()): Promise<string> {
  await database.db.owner.query(
    `insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, state, created_at)
     values ($1, $2, 'rest', 'x', 5, 'John', 'finished', now() - make_interval(mins => $3))`,
    [id, user, age],
  );
  await database.db.owner.query(
    "insert into public.generation_steps (generation_id, kind, status, output) values ($1, 'image', 'completed', $2)",
    [id, JSON.stringify({ path: "a.webp", alt: "A hill.", scene })],
  );
  return id;
}
const seenBy = (id: string): Promise<string[]> => asService(database.db, (tx) => lastScenes(tx, { id, user_id: user }));

test("thirteen sermons on one theme have thirteen scenes, and the next one not one of the last twelve", async () => {
  const had: string[] = [];
  for (let i = 0; i < 20; i++) {
    const id = randomUUID();
    const seen = await seenBy(id);
    expect(seen).toEqual(had.slice(-12).toReversed());
    const scene = chooseScene({ theme: "anxiety", mood: "fear", seed: id }, seen, seededRandom(id));
    expect(seen).not.toContain(scene);
    await finished(60 - i, scene, id);
    had.push(scene);
  }
  expect(new Set(had.slice(0, 13)).size).toBe(13);
});

test("a picture made again may repeat its own scene, and pictures of others and from before do not count", async () => {
  await finished(50, "sea");
  await finished(40);
  const own = await finished(30, "river");
  const person = user;
  user = await createSubscriber(database.db.owner);
  await finished(20, "path");
  user = person;
  expect(await seenBy(own)).toEqual(["sea"]);
});

test("a picture is asked for with the scenes of the last ones, and its own is kept for the next", async () => {
  await finished(10, "sea");
  const asked: PictureRequest[] = [];
  const { vendors } = testVendors(database.db, {
    illustrator: {
      draw: async (request, signal) => {
        asked.push(request);
        return { ...(await plainIllustrator.draw(request, signal)), scene: "river" };
      },
    },
  });
  const id = await startGeneration(database.db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
  const { rows } = await database.db.owner.query("select * from public.generations where id = $1", [id]);
  const brief = { theme: "weariness-and-rest", mood: "peace", seed: id } as const;
  await drawImage({ ...vendors, budget: null }, generationRow.parse(rows[0]), brief, new AbortController().signal);
  expect(asked).toEqual([{ ...brief, seen: ["sea"] }]);
  expect(await seenBy(randomUUID())).toEqual(["river", "sea"]);
});
