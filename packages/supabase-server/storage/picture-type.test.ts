import { expect, test } from "vitest";
import { beginsAs, pictureName } from "./picture-type.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const JPEG = Buffer.from("\xff\xd8\xff\xe0", "latin1");
const GIF = Buffer.from("GIF89a");
const WEBP = Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1");

test.for([
  ["image/png", PNG],
  ["image/jpeg", JPEG],
  ["image/gif", GIF],
  ["image/webp", WEBP],
] as const)("a file that says %s is one only if it begins so", ([type, own]) => {
  for (const body of [PNG, JPEG, GIF, WEBP, Buffer.from("<html>"), Buffer.alloc(0)])
    expect(beginsAs(type, body), body.toString("latin1")).toBe(body === own);
  expect(beginsAs(`${type.toUpperCase()}; q=1`, own)).toBe(true);
});

test("a type that is not known is left to what reads the picture", () => {
  expect(beginsAs("image/avif", PNG)).toBe(true);
  expect([pictureName("image/png"), pictureName("image/avif")]).toEqual(["PNG picture", "picture that can be read"]);
});
