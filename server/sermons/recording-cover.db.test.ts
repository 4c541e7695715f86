import type { SupabaseClient } from "@supabase/supabase-js";
import { parseBuffer } from "music-metadata";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { plainIllustrator, plainVoice, testVendors } from "../../tests/support/vendors.ts";
import { createEncoder, mp3File, MP3_HZ } from "../vendors/voice/mp3.ts";
import { ImageError } from "../vendors/image/image.ts";
import { timingsPath } from "./media-path.ts";
import { retryImage } from "./retry-image.privileged.ts";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";
import { soundOf } from "./tag-recording.ts";

let database: TestDatabase;
let user: string;
let mp3: Uint8Array;
let webp: Uint8Array;
beforeAll(async () => {
  database = await createDatabase();
  const encoder = await createEncoder();
  encoder.start();
  mp3 = mp3File(new Uint8Array(Buffer.concat([encoder.encode(new Float32Array(MP3_HZ)), encoder.finish()])));
  webp = await sharp({ create: { width: 160, height: 90, channels: 3, background: "#204060" } })
    .webp()
    .toBuffer();
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
});

/** Storage that keeps what is uploaded in memory. */
function memoryStorage() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const bucket = {
    upload: async (path: string, body: Uint8Array) => {
      files.set(path, new Uint8Array(body));
      return { error: null };
    },
    download: async (path: string) => {
      const body = files.get(path);
      return { data: body ? new Blob([body]) : null, error: null };
    },
  };
  return { files, supabase: { storage: { from: () => bucket } } as unknown as SupabaseClient };
}

/** Begins a sermon whose picture is drawn when `letDraw` is called, and whose voice is ready when `voiceWaits` ends. */
async function begin(picture: Uint8Array, voiceWaits: (files: Map<string, Uint8Array>) => Promise<unknown>) {
  const { files, supabase } = memoryStorage();
  const isDrawn = Promise.withResolvers<void>();
  const { vendors } = testVendors(database.db, {
    voice: {
      speak: async (request, signal) => {
        await request.blocks;
        await voiceWaits(files);
        return { ...(await plainVoice.speak(request, signal)), mp3 };
      },
    },
    illustrator: {
      draw: async (brief, signal) => {
        await isDrawn.promise;
        return { ...(await plainIllustrator.draw(brief, signal)), webp: picture };
      },
    },
  });
  const { signal } = new AbortController();
  const id = await startGeneration(database.db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
  const running = runGeneration({ ...vendors, supabase })({ generationId: id }, { signal });
  const recording = async () => [...files].find(([path]) => path.endsWith(".mp3"))?.[1];
  const letDraw = async (): Promise<void> => isDrawn.resolve();
  return { recording, letDraw, running };
}

test("a picture that is there when the recording is stored is its cover, as a square JPEG", async () => {
  const drawn = async (): Promise<void> => {
    const finished =
      "select 1 from public.generation_steps s join public.generations g on g.id = s.generation_id where s.kind = 'image' and s.status = 'completed' and g.user_id = $1";
    await expect.poll(async () => (await database.db.owner.query(finished, [user])).rowCount).toBe(1);
  };
  const { recording, letDraw, running } = await begin(webp, drawn);
  await letDraw();
  await running;
  const { common } = await parseBuffer((await recording()) ?? new Uint8Array(), { mimeType: "audio/mpeg" });
  expect(common.title).toBe("Rest");
  const [cover] = common.picture ?? [];
  expect(await sharp(cover?.data).metadata()).toMatchObject({ format: "jpeg", width: 600, height: 600 });
});

test("a recording that is ready first does not wait for its picture, and has no cover", async () => {
  const { recording, letDraw, running } = await begin(webp, async () => {});
  await expect.poll(recording).toBeDefined();
  await letDraw();
  await running;
  const { common } = await parseBuffer((await recording()) ?? new Uint8Array(), { mimeType: "audio/mpeg" });
  expect(common.picture).toBeUndefined();
});

test("a picture that can't be read is no cover, and the recording is stored all the same", async () => {
  const { recording, letDraw, running } = await begin(new Uint8Array([1]), async (files) => {
    await expect.poll(() => [...files.keys()].some((path) => path.endsWith(".webp"))).toBe(true);
  });
  await letDraw();
  await running;
  const { common } = await parseBuffer((await recording()) ?? new Uint8Array(), { mimeType: "audio/mpeg" });
  expect(common.title).toBe("Rest");
  expect(common.picture).toBeUndefined();
});

test("a picture that is made later becomes the cover of the recording, under another address, and the sound and its times are the same", async () => {
  const { files, supabase } = memoryStorage();
  let fails = true;
  const { vendors, asked } = testVendors(database.db, {
    voice: { speak: async (request, signal) => ({ ...(await plainVoice.speak(request, signal)), mp3 }) },
    illustrator: {
      draw: async (brief, signal) => {
        if (fails) throw new ImageError("failed", "no");
        return { ...(await plainIllustrator.draw(brief, signal)), webp };
      },
    },
  });
  const run = (generationId: string) =>
    runGeneration({ ...vendors, supabase })({ generationId }, { signal: new AbortController().signal });
  const audio = async (id: string): Promise<string> =>
    (await database.db.owner.query("select audio_url from public.sermons where id = $1", [id])).rows[0].audio_url;
  const id = await startGeneration(database.db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
  await run(id);
  const former = await audio(id);

  fails = false;
  await retryImage(database.db, id);
  await run(id);
  const path = await audio(id);
  expect(path).not.toBe(former);
  const [before, after] = [files.get(former), files.get(path)];
  const { common } = await parseBuffer(after ?? new Uint8Array(), { mimeType: "audio/mpeg" });
  expect(common.title).toBe("Rest");
  expect(await sharp(common.picture?.[0]?.data).metadata()).toMatchObject({ format: "jpeg", width: 600 });
  expect(soundOf(after ?? new Uint8Array())).toEqual(mp3);
  expect(soundOf(before ?? new Uint8Array())).toEqual(mp3);
  expect(files.get(timingsPath(path))).toEqual(files.get(timingsPath(former)));
  expect(asked.voice).toBe(1);

  // What generate-voice answers is the new file, and the former one goes when those who hear it have ended.
  const { rows } = await database.db.owner.query(
    "select output->>'path' as path from public.generation_steps where generation_id = $1 and kind = 'voice'",
    [id],
  );
  expect(rows).toEqual([{ path }]);
  const due = await database.db.owner.query(
    "select path, at between now() + interval '50 minutes' and now() + interval '1 hour' as later from public.media_deletions where path = any($1) order by at desc",
    [[former, timingsPath(former)]],
  );
  expect(due.rows.slice(0, 2).map((row) => row.later)).toEqual([true, true]);

  // The same picture needs no other file.
  await database.db.owner.query("update public.generations set state = 'running' where id = $1", [id]);
  await database.db.owner.query(
    "update public.generation_steps set status = 'pending' where generation_id = $1 and kind = 'save'",
    [id],
  );
  await run(id);
  expect(await audio(id)).toBe(path);
});
