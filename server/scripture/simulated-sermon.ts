import type { Translation } from "../../shared/sermon.ts";
import { comparableWords } from "./bible-index.ts";
import { allVerses, lastVerse } from "./corpus.ts";
import type { VerseId } from "./corpus.ts";
import { printReference, quoteRange } from "./passage.ts";

/** A sermon as a careless model might write it, and what must hold after its verses are locked. */
export interface SimulatedSermon {
  markdown: string;
  /** Paragraphs without a quotation or reference; they must not change. */
  untouched: string[];
  /** Texts that must be gone: invented words, impossible references. */
  gone: string[];
  /** Texts that the result must contain: right references, exact words. */
  kept: string[];
}

type Verse = VerseId & { text: string };
/** A sentence or block with a fault; `v` is the verse that it claims to quote. */
type Fault = (v: Verse, w: Verse, pick: Pick, t: Translation) => { text: string; gone?: string[]; kept?: string[] };
type Pick = <T>(list: readonly T[]) => T;

const FILLER = [
  "The kettle had gone cold again before anybody noticed it, and the window over the sink was grey.",
  "You may have carried this for so long that it has taken the shape of your hand.",
  "Nobody in the story is asked to feel better first, and nobody is sent home for crying.",
  "There is a kind of tiredness that sleep does not touch. Perhaps you know it well.",
  "Take a sheet of paper this week and write down the one thing that you dread most.",
  "The doors open on Sunday at 10:30, and there is coffee; 3:16 was the score of the match.",
];
const SPEECH = ["She said, “I can’t.” He nodded.", "He calls it “fine” when people ask him."];
const IMPOSSIBLE = [
  "John 25:3",
  "Psalm 151:1",
  "Romans 8:100",
  "Hezekiah 3:16",
  "3 Corinthians 1:2",
  "2 Opinions 4:4",
  "Jude 2:9",
  "Acts 40:1",
];
const IMPOSSIBLE_IN_WORDS = ["John chapter twenty-five, verse three", "the thirtieth chapter of Romans, verse two"];
const INVENTED = [
  "God will never give you more than you can handle in a single day",
  "every storm runs out of rain when love stands at the door",
  "cleanliness of the heart is the nearest road to heaven for all",
];
const SWAPS: Record<string, string> = {
  the: "that",
  and: "then",
  of: "from",
  to: "unto",
  he: "this one",
  you: "your soul",
  lord: "Almighty",
  will: "surely shall",
  is: "was",
  in: "within",
  i: "even I",
  for: "since",
  not: "never",
};

const plain = (text: string): string => text.replace(/[“”‘"]|’(?!\p{L})/gu, "");
const bare = (text: string): string => plain(text).replace(/[.,;:!?—]+$/u, "");
const reference = (v: Verse): string => printReference({ from: v, to: v });
const exact = (v: Verse, t: Translation): string => quoteRange({ from: v, to: v }, t).text;

/** The verse with every n-th word changed. */
function altered(text: string, every: number): string {
  return bare(text)
    .split(" ")
    .map((word, i) => (i % every === every - 1 ? (SWAPS[word.toLowerCase()] ?? "somehow") : word))
    .join(" ");
}

function half(text: string): string {
  const words = bare(text).split(" ");
  return words.slice(0, Math.max(6, Math.ceil(words.length / 2))).join(" ");
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
function inWords(n: number): string {
  if (n >= 100) return `one hundred${n > 100 ? ` ${inWords(n - 100)}` : ""}`;
  return n < 20 ? (ONES[n] ?? "") : `${TENS[Math.floor(n / 10)] ?? ""}${n % 10 ? `-${ONES[n % 10] ?? ""}` : ""}`;
}
const spelled = (v: Verse): string =>
  reference(v).replace(
    /(\d+):(\d+)$/u,
    (_, c: string, n: string) => `chapter ${inWords(Number(c))}, verse ${inWords(Number(n))}`,
  );

/** Generators of the faults, by name. */
export const FAULTS: Record<string, Fault> = {
  "exact words": (v, _w, _p, t) => ({
    text: `As ${reference(v)} says, “${bare(exact(v, t))}.”`,
    kept: [bare(v.text), reference(v)],
  }),
  "part of a verse": (v) => ({ text: `“${half(v.text)}” (${reference(v)}) is where it begins.`, kept: [reference(v)] }),
  "one word in ten changed": (v) => ({ text: `“${altered(v.text, 10)}” (${reference(v)}).`, kept: [reference(v)] }),
  "one word in ten changed, uncited": (v) => ({ text: `Hear it again: “${altered(v.text, 10)}.”` }),
  "every third word changed": (v) => ({ text: `In ${reference(v)} we read, “${altered(v.text, 3)}.”` }),
  "every third word changed, uncited": (v) => ({ text: `Paul tells us plainly, “${altered(v.text, 3)}.” Hold on to that.` }),
  "capitals and other stops": (v) => ({ text: `“${bare(v.text).toUpperCase().replace(/[,;:]/gu, " —")}” (${reference(v)})` }),
  "another Bible's name of God": (v) => ({
    text: `“${bare(v.text).replaceAll("Yahweh", "the LORD").replaceAll("LORD", "Lord")}” (${reference(v)}).`,
    kept: [bare(v.text)],
  }),
  "another translation": (v, _w, _p, t) => ({ text: `${reference(v)} says, “${bare(exact(v, t === "WEB" ? "KJV" : "WEB"))}.”` }),
  "the wrong verse": (v, w) => ({ text: `“${bare(v.text)}” (${reference(w)}).`, kept: [bare(v.text)] }),
  "an impossible reference": (v, _w, pick) => {
    const impossible = pick(IMPOSSIBLE);
    return { text: `It is written, “${bare(v.text)}” (${impossible}).`, gone: [impossible], kept: [bare(v.text)] };
  },
  "an impossible reference in words": (_v, _w, pick) => {
    const impossible = pick(IMPOSSIBLE_IN_WORDS);
    return { text: `All of it stands in ${impossible}. We go on.`, gone: [impossible] };
  },
  "invented words under a real reference": (v, _w, pick) => {
    const words = pick(INVENTED);
    return { text: `As ${reference(v)} reminds us, “${words}.” Walk on.`, gone: [`“${words}`] };
  },
  "invented words under none": (_v, _w, pick) => {
    const words = pick(INVENTED);
    return { text: `The Bible says, “${words}.”`, gone: [`“${words}`] };
  },
  "a few invented words of Jesus": () => ({ text: "Jesus said, “Be merry at once.” Then he left.", gone: ["“Be merry"] }),
  "straight marks": (v) => ({ text: `"${altered(v.text, 10)}" (${reference(v)})` }),
  "single marks": (v) => ({ text: `In ${reference(v)} we read, ‘${altered(v.text, 8)}.’` }),
  "straight single marks": (v) => ({ text: `In ${reference(v)} we read, '${altered(v.text, 8)}.'` }),
  "words in italics": (v) => ({ text: `“${bare(v.text).replace(/ (\S+)/u, " *$1*")}” (${reference(v)})` }),
  brackets: (v) => ({ text: `“${bare(v.text).replace(/ (\S+)/u, " [$1]")}” (${reference(v)})` }),
  "words left out": (v) => {
    const words = bare(v.text).split(" ");
    return { text: `“${words.slice(0, 5).join(" ")} … ${words.slice(-5).join(" ")}” (${reference(v)}).` };
  },
  "words left out, three stops": (v) => {
    const words = bare(v.text).split(" ");
    return { text: `“${words.slice(0, 5).join(" ")}... ${words.slice(-5).join(" ")}” (${reference(v)}).` };
  },
  "a quotation over two paragraphs": (v, w) => ({
    text: `Listen: “${altered(v.text, 12)}.\n\n“${altered(w.text, 12)},” says the letter.`,
  }),
  "a mark that never closes": (v) => ({ text: `He whispers: “${altered(v.text, 12)}` }),
  "a quotation with a speaker in its middle": (v) => {
    const words = altered(v.text, 10).split(" ");
    const cut = Math.floor(words.length / 2);
    return { text: `“${words.slice(0, cut).join(" ")},” Paul writes, “${words.slice(cut).join(" ")}” (${reference(v)}).` };
  },
  "a reference in words": (v) => ({ text: `In ${spelled(v)}, we hear: “${altered(v.text, 9)}.”` }),
  "a reference beyond the chapter's end": (v) => ({
    text: `Read ${reference(v)}–199 slowly.`,
    gone: [`${reference(v)}–199`],
  }),
  "two with their references in one paragraph": (v, w) => ({
    text: `John writes “${altered(v.text, 11)}” (${reference(v)}), and elsewhere we find “${altered(w.text, 11)}” (${reference(w)}).`,
    kept: [reference(v), reference(w)],
  }),
  "an exact block of two verses": (v, _w, _p, t) => {
    const { reference: two, text } = quoteRange(
      { from: v, to: { ...v, verse: Math.min(v.verse + 1, lastVerse(v.book, v.chapter, t)) } },
      t,
    );
    return { text: `> ${text}\n>\n> — ${two}`, kept: [`— ${two}`] };
  },
  "a block with changed words": (v) => ({ text: `> ${altered(v.text, 9)}\n>\n> — ${reference(v)}`, kept: [`— ${reference(v)}`] }),
  "a block with its reference behind it": (v) => ({
    text: `> “${altered(v.text, 9)}” — ${reference(v)}`,
    kept: [`— ${reference(v)}`],
  }),
  "a block under the wrong reference": (v, w) => ({
    text: `> ${bare(v.text)}.\n>\n> — ${reference(w)}`,
    gone: [`— ${reference(w)}\n`],
  }),
  "a block under an impossible reference": (v, _w, pick) => {
    const impossible = pick(IMPOSSIBLE);
    return { text: `> ${bare(v.text)}.\n>\n> — ${impossible}`, gone: [impossible], kept: [`— ${reference(v)}`] };
  },
  "a block without a reference": (v) => ({ text: `> ${altered(v.text, 10)}`, kept: [`— ${reference(v)}`] }),
  "a block of invented words": (v, _w, pick) => {
    const words = pick(INVENTED);
    return { text: `> ${words}\n>\n> — ${reference(v)}`, gone: [words] };
  },
  "a heading": (v) => ({ text: `## “${altered(v.text, 7)}”` }),
  "a list": (v, w) => ({
    text: `- Say aloud: “${altered(v.text, 10)}” (${reference(v)}).\n- Write “${altered(w.text, 3)}” on a card.`,
  }),
};

/** Verses that are long enough to be quoted and distinct from others. */
export function quotableVerses(translation: Translation): Verse[] {
  const seen = new Map<string, number>();
  const key = (text: string): string => comparableWords(text).slice(0, 6).join(" ");
  const verses = [...allVerses(translation)].filter(({ text }) => {
    const { length } = comparableWords(text);
    return length >= 12 && length <= 45;
  });
  for (const { text } of verses) seen.set(key(text), (seen.get(key(text)) ?? 0) + 1);
  return verses.filter(({ text }) => seen.get(key(text)) === 1);
}

/** A sermon with `faults` faults between ordinary paragraphs, all chosen by `random`. */
export function simulateSermon(
  random: () => number,
  verses: readonly Verse[],
  translation: Translation,
  faults: readonly string[],
): SimulatedSermon {
  const pick: Pick = (list) => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new RangeError("nothing to pick from");
    return found;
  };
  const parts = ["# A Lamp in the Hall", "*God is nearer than the dark.*", "## The Road"];
  const sermon: SimulatedSermon = { markdown: "", untouched: [], gone: [], kept: [] };
  for (const fault of faults) {
    const plant = FAULTS[fault];
    if (!plant) throw new RangeError(`no such fault: ${fault}`);
    const filler = pick([...FILLER, ...SPEECH]);
    const { text, gone = [], kept = [] } = plant(pick(verses), pick(verses), pick, translation);
    parts.push(filler, text);
    sermon.untouched.push(filler);
    sermon.gone.push(...gone);
    sermon.kept.push(...kept);
  }
  const impossible = pick(IMPOSSIBLE);
  parts.push("---", `Scripture: Romans 8:28; ${impossible}; Psalm 23:1 (World English Bible).`);
  sermon.gone.push(impossible);
  sermon.kept.push("Scripture: Romans 8:28; Psalm 23:1 (World English Bible).");
  return { ...sermon, markdown: parts.join("\n\n") };
}
