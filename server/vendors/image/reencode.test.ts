import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { reencodeAvatar } from "./reencode.ts";

/** The re-encoded picture; throws if it is refused. */
async function reencoded(body: Buffer): Promise<Uint8Array> {
  const result = await reencodeAvatar(body);
  if (typeof result === "string") throw new Error(result);
  return result;
}

const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#886644" } });

test.each(["jpeg", "png", "gif", "webp", "avif"] as const)("a %s picture becomes a small WebP", async (format) => {
  const result = await reencoded(await photo(1200, 800).toFormat(format).toBuffer());
  const { format: written, width, height } = await sharp(result).metadata();
  expect([written, width, height]).toEqual(["webp", 512, 341]);
});

test("a small picture keeps its size", async () => {
  const result = await reencoded(await photo(40, 30).png().toBuffer());
  expect((await sharp(result).metadata()).width).toBe(40);
});

test("place, camera and other metadata are removed, and the picture is rotated upright", async () => {
  const tagged = await photo(300, 200)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 8/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(tagged).metadata()).exif).toBeDefined();
  const { exif, icc, xmp, width, height, orientation } = await sharp(await reencoded(tagged)).metadata();
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect([width, height]).toEqual([200, 300]);
});

test("bytes appended to a picture are removed", async () => {
  const disguised = Buffer.concat([await photo(20, 20).png().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
  expect(Buffer.from(await reencoded(disguised)).includes("<script>")).toBe(false);
});

/** A part of a PNG file: length, type, data, checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A well-formed black PNG, one bit for a pixel: 8 kB hold 64 million. */
function bomb(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
  ["an SVG behind a declaration", Buffer.from('\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
  ["a TIFF", Buffer.from("II*\0\x08\0\0\0")],
  ["nothing", Buffer.alloc(0)],
  ["a PNG's first bytes only", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
])("%s is no picture", async (_name, body) => {
  expect(await reencodeAvatar(body)).toBe("no_picture");
});

/** Each page has another colour, because sharp drops a page that repeats the one before. */
async function animation(pages: number): Promise<Buffer> {
  const page = (red: number) => sharp({ create: { width: 1024, height: 1024, channels: 3, background: { r: red, g: 0, b: 0 } } });
  const all = await Promise.all(
    Array.from({ length: pages }, (_, index) =>
      page(index * 14)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(all, { join: { animated: true } })
    .gif()
    .toBuffer();
}

test.each([
  ["49 million pixels", async () => bomb(7000, 7000)],
  // Without rows: decoding it before the size is checked would fail as broken.
  ["49 million pixels by its header alone", async () => bomb(7000, 7000, 0)],
  ["a side of 20,000 pixels", async () => bomb(20_000, 1)],
  ["17 pages of a million pixels each", async () => animation(17)],
])("a picture of %s is refused as too large", async (_name, body) => {
  expect(await reencodeAvatar(await body())).toBe("too_large");
});

test("a picture of 16 million pixels is accepted", async () => {
  expect((await sharp(await reencoded(bomb(4096, 4096))).metadata()).width).toBe(512);
});

test("an animation becomes a still picture", async () => {
  expect((await sharp(await reencoded(await animation(2))).metadata()).pages).toBeUndefined();
});

test("a picture cut in half is refused", async () => {
  const whole = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  expect(await reencodeAvatar(whole.subarray(0, whole.length / 2))).toBe("no_picture");
});
