import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Timings } from "../../shared/timings.ts";
import type { TestApp } from "./start-app.ts";

export const SERMON_TEXT = `# Rest for the Weary

*God does not ask you to carry this alone.*

You have carried much. Come and rest a while.

> Come to me, all you who labor and are heavily burdened, and I will give you rest.
> — Matthew 11:28`;

const SILENCE: Timings = { version: 1, seconds: 9, sentences: [] };

interface Given {
  title?: string;
  content?: string;
  audio?: Buffer;
  timings?: Timings;
}

export interface StoredSermon {
  id: string;
  audio: Buffer;
  audioPath: string;
  imagePath: string;
}

/** A sermon in somebody's library, with a recording (bytes that are no sound unless they are given), its word times and a picture. */
export async function storeSermon(
  app: TestApp,
  userId: string,
  { title = "finding rest", content = SERMON_TEXT, audio = randomBytes(50_000), timings = SILENCE }: Given = {},
): Promise<StoredSermon> {
  const id = randomUUID();
  const name = `${userId}/${id}/${randomBytes(16).toString("hex")}`;
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#405030" } })
    .webp()
    .toBuffer();
  const { storage } = app.service();
  const uploads = await Promise.all([
    storage.from("sermon-audio").upload(`${name}.mp3`, audio, { contentType: "audio/mpeg" }),
    storage.from("sermon-audio").upload(`${name}.json`, JSON.stringify(timings), { contentType: "application/json" }),
    storage.from("sermon-images").upload(`${name}.webp`, picture, { contentType: "image/webp" }),
  ]);
  for (const { error } of uploads) if (error) throw error;
  const audioPath = `${name}.mp3`;
  const imagePath = `${name}.webp`;
  await app.database.query(
    "insert into public.sermons (id, user_id, title, content, audio_url, image_url) values ($1, $2, $3, $4, $5, $6)",
    [id, userId, title, content, audioPath, imagePath],
  );
  return { id, audio, audioPath, imagePath };
}
