import { seededRandom } from "../../../../shared/seeded-random.ts";
import { renderSermon } from "../../../../shared/sermon.ts";
import { overlapsRanges } from "../../../hearing/asked-passage.ts";
import { isPublic } from "../../../hearing/audience.ts";
import { licensedAspects, rankThemes } from "../../../hearing/choose-theme.ts";
import { readingFor, readTopic, type Reading } from "../../../hearing/reading.ts";
import type { Pericope } from "../../../pericopes/pericope.ts";
import { readPericopes } from "../../../pericopes/pericopes.ts";
import { isSolemn, readSlowReading, type SlowReadingLibrary, type SlowReadingTexts } from "../../../pericopes/slow-reading.ts";
import type { PassageRange } from "../../../scripture/passage.ts";
import { isLicensed, isTelling } from "../../../themes/facts.ts";
import type { Theme } from "../../../themes/theme.ts";
import { GENERAL_THEME, readThemes } from "../../../themes/themes.ts";
import { WriterError, type WriteEvent, type WriteRequest, type Writer, type WrittenSermon } from "../writer.ts";
import { pericopeFor, pericopeOf } from "./choose-pericope.ts";
import { compose, NOTE } from "./compose.ts";
import { fitHomily, homily, pericopeIn } from "./homily.ts";
import { readSlowly } from "./read-slowly.ts";
import { sourcesOf, type TextSources } from "./text-sources.ts";

/** Whether a theme has a text on a passage that the topic asks for, and may read it to this person. */
function explains(theme: Theme, { passages, facts }: Reading, topic: string): boolean {
  const heard = licensedAspects(topic, theme, facts);
  return theme.passages.some(
    (p) =>
      overlapsRanges(p.ref, passages) &&
      isLicensed(p.presumes, facts) &&
      (p.for.length === 0 || p.for.some((aspect) => heard.has(aspect))),
  );
}

/** A theme that is at least this likely wins, even if the topic asks for a passage of another theme. */
const CLEAR_SCORE = 0.5;

/**
 * Chooses among the readings of a topic. If the topic asks for a passage, the likeliest whose theme explains it, or another theme
 * that does, unless the topic is clearly about something else.
 */
export function chooseReading(topic: string, themes: readonly Theme[], key?: string): Reading {
  if (key !== undefined) return readingFor(topic, themes, key);
  const readings = readTopic(topic, themes);
  const [best] = readings;
  if (!best) throw new WriterError("unavailable", `no theme for the topic, and no theme "${GENERAL_THEME}"`);
  if (best.passages.length === 0) return best;
  const among = readings.find((reading) => explains(reading.theme, reading, topic));
  if (among) return among;
  if (best.score >= CLEAR_SCORE) return best;
  const explaining = themes.filter((theme) => explains(theme, best, topic));
  const theme = rankThemes(topic, explaining)[0]?.theme ?? explaining[0];
  return theme ? { ...best, theme, key: `${theme.id}.${best.audience}` } : best;
}

/** Everything that the composer writes from. */
interface Library extends TextSources {
  pericopes: readonly Pericope[];
  slowReading: SlowReadingLibrary;
}

/**
 * A pericope as it is preached at a wedding, a funeral or a baptism: the couple, the dead or the one who is baptized are prayed for, and one that is not written
 * for the occasion begins with it.
 */
function atOccasion(
  pericope: Pericope,
  occasion: Reading["occasion"],
  { occasions }: SlowReadingTexts,
  random: () => number,
): Pericope {
  if (!isSolemn(occasion)) return pericope;
  const { openings, prayers, blessings } = occasions[occasion];
  const one = (texts: readonly string[]): string => texts[Math.floor(random() * texts.length)] ?? "";
  return {
    ...pericope,
    openings: pericope.occasions.includes(occasion) ? pericope.openings : openings,
    prayer: one(prayers),
    blessing: one(blessings),
  };
}

/** Preaches a pericope, with the opening that this person has not had, or had longest ago. */
function preach(pericope: Pericope, request: WriteRequest, { occasion }: Reading, library: Library): WrittenSermon {
  const { frames, themes, slowReading } = library;
  const { minutes, memory, seed, translation } = request;
  const random = seededRandom(`${seed}/${pericope.id}/${minutes}`);
  const key = (opening: number): string => `pericope/${pericope.id}/${opening}`;
  const lastHeard = (opening: number): number => memory.findLastIndex((keys) => keys.includes(key(opening)));
  const opening = lastHeard(0) <= lastHeard(1) ? 0 : 1;
  const heading = (list: "passage" | "gospel" | "actions"): string => {
    const all = frames.headings[list];
    return all[Math.floor(random() * all.length)] ?? list;
  };
  const there = atOccasion(pericope, occasion, slowReading.texts, random);
  // The texts of the occasion have other lengths than its own.
  const isFilled = fitHomily(pericopeIn(there, translation), minutes, opening, translation) !== null;
  const sermon = homily(
    isFilled ? there : pericope,
    { minutes, opening, translation, isSolemn: isSolemn(occasion) },
    { opening: heading("passage"), gospel: heading("gospel"), response: heading("actions") },
  );
  const theme = themes.find(({ id }) => id === pericope.themes[0]);
  return {
    sermon,
    content: renderSermon(sermon, NOTE),
    image: { theme: pericope.themes[0] ?? GENERAL_THEME, mood: theme?.mood ?? "peace", seed },
    memory: ["plan/homily", `pericope/${pericope.id}`, key(opening), `passage/${sermon.mainPassage}`],
  };
}

/** Reads a passage slowly for which there is no homily. */
function readAlone(asked: PassageRange, request: WriteRequest, reading: Reading, { slowReading }: Library): WrittenSermon {
  const { minutes, seed, translation, memory } = request;
  const { sermon, keys } = readSlowly(asked, { minutes, seed, translation, heard: new Set(memory.flat()), reading }, slowReading);
  return {
    sermon,
    content: renderSermon(sermon, NOTE),
    image: { theme: GENERAL_THEME, mood: "peace", seed },
    memory: ["plan/slow-reading", `passage/${sermon.mainPassage}`, ...keys],
  };
}

/** Whether a topic only asks for a text, and says nothing about the person. */
const isRequest = ({ audience, facts, passages }: Reading): boolean =>
  isPublic(audience) || (passages.length > 0 && ![...facts].some(isTelling));

/** The pericopes that are written for these hearers; and those that are read to them if none of these is on the passage they ask for. */
function pericopesFor(audience: Reading["audience"], pericopes: readonly Pericope[]): { own: Pericope[]; other: Pericope[] } {
  const forChildren = pericopes.filter(({ hearers }) => hearers === "children");
  const forAll = pericopes.filter(({ hearers }) => hearers === "congregation");
  return audience === "children" ? { own: forChildren, other: forAll } : { own: forAll, other: [] };
}

/** A topic of more words that is clearly about something else only mentions the passage that it names. */
const LONG_TOPIC_WORDS = 12;
const isMention = ({ score }: Reading, topic: string): boolean =>
  score >= CLEAR_SCORE && topic.split(/\s+/u).length > LONG_TOPIC_WORDS;

/**
 * Writes the sermon for a topic: a homily for who will preach it or asks for a passage, else a sermon for the person. A passage that is
 * asked for is read: by a theme that explains it, in its homily, or slowly.
 */
function write(request: WriteRequest, library: Library): WrittenSermon {
  const { themes } = library;
  const reading = chooseReading(request.topic, themes, request.reading);
  const { own, other } = pericopesFor(reading.audience, library.pericopes);
  const [asked] = reading.passages;
  const isRead = isRequest(reading) || !(explains(reading.theme, reading, request.topic) || isMention(reading, request.topic));
  if (asked && isRead) {
    const pericope = pericopeOf(reading.passages, own, request.memory) ?? pericopeOf(reading.passages, other, request.memory);
    return pericope ? preach(pericope, request, reading, library) : readAlone(asked, request, reading, library);
  }
  if (!isRequest(reading)) return compose(request, reading, library);
  const pericope = pericopeFor([reading, ...readTopic(request.topic, themes)], own, request.memory);
  return pericope ? preach(pericope, request, reading, library) : compose(request, reading, library);
}

const readLibrary = (themes: readonly Theme[]): Library => ({
  ...sourcesOf(themes),
  pericopes: readPericopes(),
  slowReading: readSlowReading(),
});

export interface ComposerOptions {
  /** Themes to compose from; the shipped ones by default. */
  themes?: readonly Theme[];
}

/**
 * The built-in writer: composes sermons from prose that was written for the product. It uses no model and no network, so topics
 * never leave the machine. Its texts are read on first use and kept.
 */
export function createComposer(options: ComposerOptions = {}): Writer {
  let library: Library | undefined;
  return {
    engine: "built-in composer",
    remote: false,
    async *write(request, signal): AsyncGenerator<WriteEvent> {
      signal.throwIfAborted();
      library ??= readLibrary(options.themes ?? readThemes());
      const written = write(request, library);
      yield { type: "image", image: written.image };
      for (const text of written.content.split(/(?<=\n\n)/u)) {
        signal.throwIfAborted();
        yield { type: "text", text };
      }
      yield { type: "done", written };
    },
  };
}
