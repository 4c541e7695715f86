import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { reencodeAvatar } from "./raster.ts";

const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#886644" } });

test.each(["jpeg", "png", "gif", "webp", "avif"] as const)("a %s picture becomes a small WebP", async (format) => {
  const result = await reencodeAvatar(await photo(1200, 800).toFormat(format).toBuffer());
  expect(result?.contentType).toBe("image/webp");
  const { format: written, width, height } = await sharp(result?.body).metadata();
  expect([written, width, height]).toEqual(["webp", 512, 341]);
});

test("a small picture keeps its size", async () => {
  const result = await reencodeAvatar(await photo(40, 30).png().toBuffer());
  expect((await sharp(result?.body).metadata()).width).toBe(40);
});

test("where and with what it was taken is gone, and it stands upright", async () => {
  const tagged = await photo(300, 200)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 8/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(tagged).metadata()).exif).toBeDefined();
  const { exif, icc, xmp, width, height, orientation } = await sharp((await reencodeAvatar(tagged))?.body).metadata();
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect([width, height]).toEqual([200, 300]);
});

test("bytes appended to a picture are gone", async () => {
  const disguised = Buffer.concat([await photo(20, 20).png().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
  expect(Buffer.from((await reencodeAvatar(disguised))?.body ?? []).includes("<script>")).toBe(false);
});

/** A part of a PNG file: length, type, data, checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A well-formed PNG of 8,000 x 8,000 black pixels in some 8 kB. */
function bomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(8000, 0);
  header.writeUInt32BE(8000, 4);
  header[8] = 1; // one bit, grey
  const rows = deflateSync(Buffer.alloc(1001 * 8000));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
  ["an SVG behind a declaration", Buffer.from('\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
  ["nothing", Buffer.alloc(0)],
  ["a PNG's first bytes only", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
  ["a decompression bomb", bomb()],
])("%s is refused", async (_name, body) => {
  expect(await reencodeAvatar(body)).toBeNull();
});

test("a picture cut in half is refused", async () => {
  const whole = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  expect(await reencodeAvatar(whole.subarray(0, whole.length / 2))).toBeNull();
});
