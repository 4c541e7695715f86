import sharp from "sharp";
import { expect, test } from "vitest";
import type { ImageBrief } from "../../writer/writer.ts";
import { createDrawnImages, paint } from "./drawn.ts";
import { SCENES, type SceneName } from "./scenes.ts";

const brief: ImageBrief = { theme: "forgiveness", mood: "longing", seed: "one" };
const signal = new AbortController().signal;

test("a picture is a WebP of 1536 x 864 with an alternative text", async () => {
  const picture = await createDrawnImages().draw(brief, signal);
  const read = await sharp(picture.webp).metadata();
  expect(read).toMatchObject({ format: "webp", width: 1536, height: 864 });
  expect(picture.webp.length).toBeLessThan(400_000);
  expect(picture.alt).toMatch(/^[A-Z].{20,}\.$/);
});

test("the same brief gives the same picture, another seed another", async () => {
  const draw = async (seed: string): Promise<string> =>
    Buffer.from((await createDrawnImages().draw({ ...brief, seed }, signal)).webp).toString("base64");
  const [one, again, other] = await Promise.all([draw("one"), draw("one"), draw("two")]);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test.each(Object.keys(SCENES) as SceneName[])(
  "the scene %s has contrast and a bright light in the darkest of its moods",
  async (scene) => {
    const { webp } = await paint(scene, SCENES[scene].moods[0] ?? "peace", "light");
    const { channels } = await sharp(webp).greyscale().stats();
    expect(channels[0]?.stdev).toBeGreaterThan(12);
    expect(channels[0]?.max).toBeGreaterThan(190);
  },
);

test("an unknown theme gets a scene of its mood", async () => {
  const picture = await createDrawnImages().draw({ theme: "no such theme", mood: "peace", seed: "x" }, signal);
  expect(picture.webp.length).toBeGreaterThan(10_000);
});

test("a picture tells its scene, and the next one is another", async () => {
  const first = await createDrawnImages().draw(brief, signal);
  const next = await createDrawnImages().draw({ ...brief, seen: [first.scene ?? ""] }, signal);
  expect(Object.keys(SCENES)).toEqual(expect.arrayContaining([first.scene, next.scene]));
  expect(next.scene).not.toBe(first.scene);
});

test("drawing rejects when its signal is aborted", async () => {
  await expect(createDrawnImages().draw(brief, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
});
