import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { WEIGHTS } from "../sentence-encoder/encoder.ts";
import { TEXT_SLOTS, type Theme, type ThemePassage } from "./theme.ts";

/** Texts are known by so many hexadecimal digits of their SHA-256. */
const KEY_DIGITS = 8;
export const keyOfText = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, KEY_DIGITS);

/** Of a passage, the words by which it is compared with a topic. */
export const wordsOfPassage = ({ context, exposition }: ThemePassage): string => [context, ...exposition].join(" ");

/** What the texts of the themes mean, as whole numbers from -127 to 127, by their keys. */
export interface TextMeanings {
  /** SHA-256 of the encoder's weights: another encoder's vectors cannot be compared. */
  encoder: string;
  vectors: ReadonlyMap<string, Int8Array>;
}

/** All texts of themes that are compared with topics. */
export function comparedTexts(themes: readonly Theme[]): string[] {
  const texts = themes.flatMap((theme) => [
    ...TEXT_SLOTS.flatMap((slot) => theme[slot].map(({ text }) => text)),
    ...theme.passages.map(wordsOfPassage),
  ]);
  return [...new Set(texts)];
}

const MAX_BYTE = 127;

/** A meaning as whole numbers; its length is lost, its direction kept. */
export function asBytes(meaning: Float32Array): Int8Array {
  const largest = meaning.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(meaning, (value) => Math.round((value / largest) * MAX_BYTE));
}

/** The cosine of the angle between what a topic means, a vector of length 1, and what a text means: 1 says the same. */
export function nearness(topic: Float32Array, text: Int8Array): number {
  let along = 0;
  let square = 0;
  for (let k = 0; k < text.length; k++) {
    const value = text[k] ?? 0;
    along += value * (topic[k] ?? 0);
    square += value * value;
  }
  return square === 0 ? 0 : along / Math.sqrt(square);
}

const FORMAT = "lampstand text meanings 1";
const header = z.strictObject({ format: z.literal(FORMAT), encoder: z.string(), size: z.int(), keys: z.int() });
const KEY_BYTES = KEY_DIGITS / 2;

/** The file: a line of JSON, then for each text its key and its vector, a byte a number. */
export function encodeMeanings({ encoder, vectors }: TextMeanings): Buffer {
  const all = [...vectors].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const size = all[0]?.[1].length ?? 0;
  const head = Buffer.from(`${JSON.stringify({ format: FORMAT, encoder, size, keys: all.length })}\n`);
  return Buffer.concat([head, ...all.flatMap(([key, vector]) => [Buffer.from(key, "hex"), Buffer.from(vector)])]);
}

/** Throws if the bytes are no such file, or cut short. */
export function decodeMeanings(bytes: Buffer): TextMeanings {
  const end = bytes.indexOf("\n");
  const { encoder, size, keys } = header.parse(JSON.parse(bytes.subarray(0, end).toString()));
  const record = KEY_BYTES + size;
  if (bytes.length !== end + 1 + keys * record) throw new Error("the file of text meanings is cut short");
  const vectors = new Map<string, Int8Array>();
  for (let at = end + 1; at < bytes.length; at += record)
    vectors.set(
      bytes.subarray(at, at + KEY_BYTES).toString("hex"),
      new Int8Array(bytes.buffer, bytes.byteOffset + at + KEY_BYTES, size),
    );
  return { encoder, vectors };
}

/** Made by `npm run train:themes`. */
export const MEANINGS = new URL("./text-meanings.bin", import.meta.url);

/** The SHA-256 of the encoder's weights as they are now. */
export const encoderHash = (): string => createHash("sha256").update(readFileSync(WEIGHTS)).digest("hex");

let committed: TextMeanings | undefined;

export const committedMeanings = (): TextMeanings => (committed ??= decodeMeanings(readFileSync(MEANINGS)));
