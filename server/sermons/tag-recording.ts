import { ID3Writer } from "browser-id3-writer";
import { BRAND } from "../../shared/brand.ts";
import { textOf, type Block } from "../../shared/sermon-text.ts";
import type { Timings } from "../../shared/timings.ts";
import { chaptersOf } from "../../shared/chapters.ts";

const LANGUAGE = "eng";
/** The kind of picture that is a front cover (ID3v2.3, 4.15). */
const FRONT_COVER = 3;

interface Recorded {
  mp3: Uint8Array;
  blocks: readonly Block[];
  timings: Timings;
  /** A JPEG, or null without a picture. */
  cover: Uint8Array<ArrayBuffer> | null;
}

/** The words that are heard, a paragraph for each block. */
const lyricsOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ spoken }) => spoken)
    .map(({ words }) => textOf(words))
    .join("\n\n");

const titleOf = (blocks: readonly Block[]): string =>
  textOf(blocks.find(({ kind }) => kind === "title")?.words ?? []) || BRAND.product;

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/**
 * The MP3 file with what players show of it in front (ID3v2.3): title, maker, picture, words and chapters. The sound behind is the same
 * bytes, and players count the time from where it begins.
 */
export function tagRecording({ mp3, blocks, timings, cover }: Recorded): Uint8Array<ArrayBuffer> {
  const file = new ID3Writer(new Uint8Array(mp3).buffer);
  file
    .setFrame("TIT2", titleOf(blocks))
    .setFrame("TPE1", [BRAND.product])
    .setFrame("TALB", BRAND.product)
    .setFrame("TCON", ["Speech"])
    .setFrame("TLAN", LANGUAGE)
    .setFrame("TLEN", milliseconds(timings.seconds))
    .setFrame("USLT", { language: LANGUAGE, description: "", lyrics: lyricsOf(blocks) });
  const chapters = chaptersOf(blocks, timings);
  const ids = chapters.map((_, i) => `chapter${i + 1}`);
  for (const [i, { name, start, end }] of chapters.entries())
    file.setFrame("CHAP", {
      id: ids[i] ?? "",
      startTime: milliseconds(start),
      endTime: milliseconds(end),
      subFrames: { TIT2: name },
    });
  if (ids.length > 0) file.setFrame("CTOC", { id: "contents", ordered: true, topLevel: true, childElementIds: ids });
  if (cover) file.setFrame("APIC", { type: FRONT_COVER, data: cover.buffer, description: "" });
  return new Uint8Array(file.addTag());
}

/** What stands before a recording that is still being made. With a tag in front no player looks for one at the end, which is not there yet. */
export function growingTag(blocks: readonly Block[]): Uint8Array<ArrayBuffer> {
  const head = new ID3Writer(new ArrayBuffer(0));
  head.setFrame("TIT2", titleOf(blocks)).setFrame("TPE1", [BRAND.product]);
  return new Uint8Array(head.addTag());
}

const HEADER = 10;

/** The sound of an MP3 file, without the ID3v2 tag in front: its size stands in bytes 6 to 9, seven bits in each (ID3v2.3, 3.1). */
export function soundOf(file: Uint8Array): Uint8Array {
  if (new TextDecoder("latin1").decode(file.subarray(0, 3)) !== "ID3") return file;
  return file.subarray(HEADER + file.subarray(6, HEADER).reduce((size, seven) => size * 128 + seven, 0));
}
