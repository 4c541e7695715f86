import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction } from "../support/calls.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import type { TestApp } from "../support/start-app.ts";

// An installation with an S3 bucket stores no user's file on its own disk.

let bucket: S3Server;
let app: TestApp;

beforeAll(async () => {
  bucket = await startS3Server();
  app = await startApp({
    S3_BUCKET: bucket.bucket,
    S3_REGION: "eu-test-1",
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  });
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

const status = async (path: string): Promise<number> => (await fetch(`${app.url}${path}`)).status;
const stored = (): string[] => [...bucket.objects.keys()].filter((name) => name.startsWith("objects/"));

test("a sermon's recording and picture are stored in, read in ranges from, and deleted from the bucket", async () => {
  const ruth = await signUpPerson(app, "ruth@example.com");
  await callFunction(app, "generate-sermon", ruth.token, { prompt: "forgiving my father", duration: "5", voice: "John" });
  const sermon = async () => (await ruth.client.from("sermons").select("id, audio_url, image_url")).data?.[0];
  await expect.poll(async () => Boolean((await sermon())?.image_url && (await sermon())?.audio_url)).toBe(true);
  const { id, audio_url } = (await sermon()) as { id: string; audio_url: string };
  expect(stored().length).toBeGreaterThanOrEqual(2);
  await expect(readdir(join(app.dataDir, "storage"))).rejects.toThrow("ENOENT");

  const { data } = await ruth.client.storage.from("sermon-audio").createSignedUrl(audio_url, 60);
  const part = await fetch(data?.signedUrl ?? "", { headers: { range: "bytes=1000-1999" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1000]);

  await ruth.client.from("sermons").delete().eq("id", id);
  await expect.poll(stored).toEqual([]);
});

test("while the bucket does not answer /readyz fails, and a failed upload leaves nothing behind", async () => {
  const naomi = await signUpPerson(app, "naomi@example.com");
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const avatars = naomi.client.storage.from("avatars");
  const upload = async () => (await avatars.upload(`${naomi.id}/me.png`, picture, { contentType: "image/png" })).error;
  bucket.fail(Infinity);
  await expect.poll(() => status("/readyz")).toBe(503);
  expect(await upload()).not.toBeNull();
  bucket.fail(0);
  await expect.poll(() => status("/readyz")).toBe(200);
  expect((await avatars.list(naomi.id)).data).toEqual([]);
  expect(await upload()).toBeNull();
});
