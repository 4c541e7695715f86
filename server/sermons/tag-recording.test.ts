import { MPEGDecoder } from "mpg123-decoder";
import { parseBuffer } from "music-metadata";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import type { Timings } from "../../shared/timings.ts";
import { createEncoder, mp3File, MP3_HZ, playingSecondsOf } from "../vendors/voice/mp3.ts";
import { tagRecording } from "./tag-recording.ts";

const blocks = readSermon(`# Björn’s Door — “Open”

*You are not alone.*

## In the Night

He stayed.

> The LORD is near.
>
> — Psalm 34:18

## Prayer

Lord, stay. Amen.

---

A note.`);
const sentences = spokenSentences(blocks).map((_, i) => ({ start: i, end: i + 0.8, words: [] }));

let mp3: Uint8Array;
let timings: Timings;
let cover: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const encoder = await createEncoder();
  encoder.start();
  const tone = Float32Array.from({ length: 8 * MP3_HZ }, (_, i) => 0.3 * Math.sin(i / 9));
  const frames = new Uint8Array(Buffer.concat([encoder.encode(tone), encoder.finish()]));
  mp3 = mp3File(frames);
  timings = { version: 1, seconds: playingSecondsOf(frames.length), sentences };
  cover = new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: "#204060" } })
      .jpeg()
      .toBuffer(),
  );
});

test("A second reader finds title, maker, picture, words, language, length and chapters", async () => {
  const { common, native, format } = await parseBuffer(tagRecording({ mp3, blocks, timings, cover }), { mimeType: "audio/mpeg" });
  expect(common.title).toBe("Björn’s Door — “Open”");
  expect([common.artist, common.album, common.genre]).toEqual(["Lampstand", "Lampstand", ["Speech"]]);
  expect(common.lyrics?.[0]?.text).toBe(
    "Björn’s Door — “Open”\n\nYou are not alone.\n\nHe stayed.\n\nThe LORD is near.\n\n— Psalm 34:18\n\nLord, stay. Amen.",
  );
  expect(common.lyrics?.[0]?.language).toBe("eng");
  expect(common.picture).toMatchObject([{ format: "image/jpeg", type: "Cover (front)" }]);
  expect(common.picture?.[0]?.data).toEqual(cover);
  expect(common.language).toBe("eng");
  expect(format.duration).toBeCloseTo(timings.seconds, 1);

  const frames = native["ID3v2.3"] ?? [];
  const of = (id: string): unknown[] => frames.filter((frame) => frame.id === id).map(({ value }) => value);
  expect(of("TLEN")).toEqual([String(Math.round(timings.seconds * 1000))]);
  expect(of("CHAP")).toMatchObject([
    { label: "chapter1", info: { startTime: 0, endTime: 2000 }, frames: new Map([["TIT2", "Opening"]]) },
    { label: "chapter2", info: { startTime: 2000, endTime: 5000 }, frames: new Map([["TIT2", "In the Night"]]) },
    { label: "chapter3", info: { startTime: 5000 }, frames: new Map([["TIT2", "Prayer"]]) },
  ]);
  expect(of("CTOC")).toMatchObject([{ label: "contents", childElementIds: ["chapter1", "chapter2", "chapter3"] }]);
});

test("A player hears the same samples at the same times as without a tag", async () => {
  const heard = async (file: Uint8Array): Promise<Float32Array | undefined> => {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const [samples] = decoder.decode(file).channelData;
    decoder.free();
    return samples;
  };
  const tagged = tagRecording({ mp3, blocks, timings, cover });
  expect(tagged.subarray(-mp3.length)).toEqual(mp3);
  expect(await heard(tagged)).toEqual(await heard(mp3));
});

test("A recording whose times do not fit its text has no chapters, and one without a picture no cover", async () => {
  const file = tagRecording({ mp3, blocks, timings: { ...timings, sentences: [] }, cover: null });
  const { common, native } = await parseBuffer(file, { mimeType: "audio/mpeg" });
  expect(native["ID3v2.3"]?.filter(({ id }) => /^(?:CHAP|CTOC)$/u.test(id))).toEqual([]);
  expect(common.picture).toBeUndefined();
});
