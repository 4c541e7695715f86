import { readSermon, spokenSentences, textOf, type Block, type Word } from "./sermon-text.ts";
import type { Timings } from "./timings.ts";

/** A longer sentence is shown in parts: two lines of about 42 characters, as broadcasters do. */
const CUE_MAX_CHARS = 84;

interface Cue {
  start: number;
  end: number;
  text: string;
}

function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
}

// WebVTT, section 4.2.1: these would begin a tag, or an arrow.
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Where a sentence is parted: as few parts as fit, at the comma or word that is nearest to equal lengths. */
function partsOf(words: readonly Word[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  const count = Math.ceil(textOf(words).length / CUE_MAX_CHARS);
  const wanted = textOf(words).length / count;
  let from = 0;
  let length = 0;
  words.forEach(({ text }, i) => {
    length += text.length + 1;
    const pauses = /[,;:—–]$/u.test(text);
    const next = words[i + 1]?.text.length ?? 0;
    const isFull = length >= wanted || (pauses && length >= wanted * 0.7) || length + next > CUE_MAX_CHARS;
    if (i < words.length - 1 && !isFull) return;
    parts.push({ from, to: i + 1 });
    from = i + 1;
    length = 0;
  });
  return parts;
}

/** Sentences as cues; a long one in parts, where there are times of its words. Null if the times are not those of this text. */
function cues(blocks: readonly Block[], { sentences: times }: Timings): Cue[] | null {
  const sentences = spokenSentences(blocks);
  if (sentences.length !== times.length) return null;
  return sentences.flatMap(({ words }, i) => {
    const time = times[i];
    if (!time) return [];
    const { start, end, words: spoken } = time;
    if (spoken.length !== words.length) return [{ start, end, text: textOf(words) }];
    return partsOf(words).map(({ from, to }) => ({
      start: from === 0 ? start : (spoken[from]?.[0] ?? start),
      // Until the next part begins, so that captions do not flicker.
      end: to === words.length ? end : (spoken[to]?.[0] ?? end),
      text: textOf(words.slice(from, to)),
    }));
  });
}

/** The sermon's recording as captions (https://www.w3.org/TR/webvtt1/); null if the times are not those of this text. */
export function webVtt(content: string, timings: Timings): string | null {
  const found = cues(readSermon(content), timings);
  if (!found) return null;
  // A cue must end after it begins, and not begin before the one before it.
  let earliest = 0;
  const written = found.map(({ start, end, text }, i) => {
    const from = Math.max(start, earliest);
    earliest = from;
    return `${i + 1}\n${timestamp(from)} --> ${timestamp(Math.max(end, from + 0.001))}\n${escape(text)}`;
  });
  return `${["WEBVTT", ...written].join("\n\n")}\n`;
}
