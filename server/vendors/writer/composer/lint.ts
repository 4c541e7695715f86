import type { Duration } from "../../../../shared/constants.ts";
import { allVerses } from "../../../scripture/corpus.ts";
import { findReferences, passage, versesIn } from "../../../scripture/passage.ts";
import { assessText } from "../../../safety/crisis-gate.ts";
import { WriterError } from "../writer.ts";
import { BANNED } from "./banned.ts";
import { compose } from "./compose.ts";
import { readFrames } from "./frames.ts";
import { readPhrase } from "../../../hearing/phrase.ts";
import { PLANS } from "./plans.ts";
import type { Plan } from "./plans.ts";
import { LENGTHS, TEXT_SLOTS, theme } from "../../../themes/theme.ts";
import type { Theme } from "../../../themes/theme.ts";
import { spoken } from "./text-sources.ts";
import { createVerseCheck } from "./verse-check.ts";

/** A finding: where it is ("forgiveness/openings[2]") and what is wrong. */
export interface Finding {
  at: string;
  message: string;
}

/** A text of a theme, its place, and the length that it must have. */
interface Slot {
  at: string;
  text: string;
  length?: readonly [min: number, max: number];
  /** Reference of the passage this text is written about; its chapters may be quoted without naming them. */
  about?: string;
}

/** Number of successive words that two texts must not share. */
const REPEATED_WORDS = 6;
const SENTENCE_MAX_WORDS = 34;

function slotsOf(value: Theme): Slot[] {
  const slots: Slot[] = TEXT_SLOTS.flatMap((list) =>
    value[list].map(({ text }, i) => ({ at: `${value.id}/${list}[${i}]`, text, length: LENGTHS[list] })),
  );
  value.passages.forEach((p, i) => {
    const at = `${value.id}/passages[${i}]`;
    slots.push({ at: `${at}.title`, text: p.title, length: LENGTHS.titles, about: p.ref });
    slots.push({ at: `${at}.focus`, text: p.focus, length: LENGTHS.focus, about: p.ref });
    slots.push({ at: `${at}.context`, text: p.context, length: LENGTHS.context, about: p.ref });
    p.exposition.forEach((text, j) => slots.push({ at: `${at}.exposition[${j}]`, text, about: p.ref }));
    slots.push({ at: `${at}.further`, text: p.further, length: LENGTHS.further, about: p.ref });
  });
  return slots;
}

function lengthProblem(length: readonly [number, number], count: number): string | null {
  return count < length[0] || count > length[1] ? `${count} words, must be ${length[0]} to ${length[1]}` : null;
}

function lintPassages(value: Theme): Finding[] {
  return value.passages.flatMap((p, i) => {
    const at = `${value.id}/passages[${i}]`;
    const found = passage(p.ref);
    if (!found) return [{ at, message: `"${p.ref}" is not a passage of the World English Bible` }];
    const quoted = lengthProblem(LENGTHS.quotation, spoken(found.text));
    const explained = lengthProblem(LENGTHS.exposition, spoken(p.exposition.join("\n\n")));
    return [
      ...(quoted ? [{ at: `${at}.ref`, message: `the quotation has ${quoted}` }] : []),
      ...(explained ? [{ at: `${at}.exposition`, message: explained }] : []),
    ];
  });
}

const DOUBLE_QUOTED = /“([^“”]*)”/gu;
/** Words and inner punctuation; quotation marks and final marks are ignored. */
function comparable(text: string): string {
  return text
    .replace(/[“”‘]|’(?!\p{L})/gu, "")
    .replace(/[.,;:!?…—]+$/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The text of the chapters that `reference`, and the references in `text`, belong to. */
function citedChapters(text: string, about: string | undefined): string {
  return findReferences(`${text} . ${about ?? ""}`)
    .flatMap(({ range: { from, to } }) =>
      versesIn({ from: { ...from, verse: 1 }, to: { ...to, chapter: to.chapter, verse: 200 } }).map((v) => v.text),
    )
    .join(" ");
}

/** Double quotation marks are only for Scripture: the quotation must be exact, and its chapter known to the reader. */
function lintQuotations(slot: Slot, bible: () => string): string[] {
  return [...slot.text.matchAll(DOUBLE_QUOTED)].flatMap(([, quoted = ""]) => {
    const words = comparable(quoted);
    if (comparable(citedChapters(slot.text, slot.about)).includes(words)) return [];
    return bible().includes(words)
      ? [`“${quoted}” stands in the Bible, but not in the passage or in a chapter named in this paragraph (as "Genesis 50")`]
      : [`“${quoted}” is not in the World English Bible word for word (double quotation marks are for Scripture alone)`];
  });
}

function lintText(slot: Slot): string[] {
  const { text } = slot;
  const found: string[] = [];
  if (assessText(text).outcome !== "proceed") found.push("the safety rules would not let a sermon with this text be kept");
  const wrong = slot.length && lengthProblem(slot.length, spoken(text));
  if (wrong) found.push(wrong);
  if (/["']/u.test(text)) found.push("straight quotation mark or apostrophe: use “ ” and ’");
  if ((text.match(/“/gu)?.length ?? 0) !== (text.match(/”/gu)?.length ?? 0)) found.push("quotation marks are not balanced");
  if (text.includes("!")) found.push("exclamation mark");
  if (/[()[\]{}<>#_`~|\\/&%$@+=]|\*\*|--|\.\.\./u.test(text)) found.push("a sign that is not read aloud");
  if (/^\s|\s$|\s\s|\n/u.test(text)) found.push("stray white space");
  if (/^[—–>*-] ?\s|^\d+\./u.test(text)) found.push("begins like a list or quotation");
  const figures = [...text.matchAll(/\d+/gu)];
  const references = figures.length > 0 ? findReferences(text) : [];
  const digits = figures.filter((m) => !references.some((r) => m.index >= r.at && m.index < r.end));
  if (digits.length > 0) found.push(`number in figures outside a reference: ${digits.map(String).join(", ")}`);
  for (const [pattern, reason] of BANNED) {
    const hit = pattern.exec(text);
    if (hit) found.push(`“${hit[0]}”: ${reason}`);
  }
  for (const sentence of text.split(/(?<=[.?])[”’]?\s/u)) {
    const count = spoken(sentence);
    if (count > SENTENCE_MAX_WORDS)
      found.push(`a sentence of ${count} words: “${sentence.slice(0, 40)}…” (at most ${SENTENCE_MAX_WORDS})`);
  }
  return found;
}

/** Successive words that stand in more than one text, Scripture excluded; titles are too short to count. */
function lintRepetition(slots: readonly Slot[]): Finding[] {
  const seen = new Map<string, string>();
  return slots.flatMap((slot) => {
    const runs =
      slot.text
        .replace(DOUBLE_QUOTED, " | ")
        .toLowerCase()
        .match(/[\p{L}\p{N}’]+|\|/gu) ?? [];
    for (let i = 0; i + REPEATED_WORDS <= runs.length; i++) {
      const run = runs.slice(i, i + REPEATED_WORDS);
      if (run.includes("|")) continue;
      const key = run.join(" ");
      const first = seen.get(key);
      if (first && first !== slot.at) return [{ at: slot.at, message: `“${key}” also stands in ${first}` }];
      seen.set(key, slot.at);
    }
    return [];
  });
}

/**
 * Every plan must reach both lengths with the theme's own texts: the short length with each passage, with and without the
 * person's own words. The verse lock must not change anything.
 */
function lintSermons(value: Theme): Finding[] {
  const frames = readFrames();
  const changesIn = createVerseCheck();
  const sermonOf = (theme: Theme, plan: Plan, minutes: Duration, topic: string): string | null => {
    try {
      return compose({ topic, minutes, seed: "lint", memory: [] }, theme, { themes: [theme], frames }, [plan]).content;
    } catch (error) {
      if (error instanceof WriterError) return null;
      throw error;
    }
  };
  // A passage for one aspect must fill the time as well.
  const passages = value.passages.map((p) => ({ ...p, for: [] }));
  const whole = { ...value, passages };
  const findings: Finding[] = [];
  for (const topic of ["", "losing the house that my father built for us all"])
    for (const plan of PLANS) {
      if (plan.story && !passages.some(({ story }) => story)) continue;
      if (sermonOf(whole, plan, 10, topic) === null)
        findings.push({ at: value.id, message: `no choice of its texts lasts 10 minutes by the plan "${plan.id}"` });
      for (const [i, only] of passages.entries()) {
        if (plan.story && !only.story) continue;
        const at = `${value.id}/passages[${i}]`;
        const content = sermonOf({ ...whole, passages: [only] }, plan, 5, topic);
        if (content === null)
          findings.push({
            at,
            message: `no 5 minutes by the plan "${plan.id}" can be filled around it: it is too long or too short`,
          });
        else
          for (const { kind, before } of changesIn(content))
            findings.push({ at, message: `the verse lock would change (${kind}): ${before}` });
      }
    }
  return findings;
}

/** Topics without an aspect need enough alternatives in every slot too. */
const MIN_UNMARKED = 3;

function lintAspects(value: Theme): Finding[] {
  const known = Object.keys(value.lexicon.aspects);
  const toned = Object.keys(value.tones).map((aspect) => ({ at: `${value.id}/tones`, aspect }));
  const replacing = Object.entries(value.instead).flatMap(([aspect, others]) =>
    [aspect, ...others].map((name) => ({ at: `${value.id}/instead`, aspect: name })),
  );
  const slots = TEXT_SLOTS.map((slot) => [slot, value[slot]] as const);
  const marks = [...slots, ["passages", value.passages] as const].flatMap(([slot, alternatives]) =>
    alternatives.flatMap((alternative, i) => alternative.for.map((aspect) => ({ at: `${value.id}/${slot}[${i}]`, aspect }))),
  );
  return [
    ...[...marks, ...toned, ...replacing]
      .filter(({ aspect }) => !known.includes(aspect))
      .map(({ at, aspect }) => ({ at, message: `"${aspect}" is not in lexicon.aspects` })),
    ...known
      .filter((aspect) => !marks.some((mark) => mark.aspect === aspect))
      .map((aspect) => ({ at: `${value.id}/lexicon.aspects`, message: `no text is for "${aspect}"` })),
    ...slots
      .filter(([, alternatives]) => alternatives.filter((a) => a.for.length === 0).length < MIN_UNMARKED)
      .map(([slot]) => ({ at: `${value.id}/${slot}`, message: `fewer than ${MIN_UNMARKED} texts that fit everybody` })),
  ];
}

function lintLexicon({ id, lexicon }: Theme): Finding[] {
  return [...lexicon.strong, ...lexicon.weak, ...Object.values(lexicon.aspects).flat()].flatMap((phrase) => {
    try {
      readPhrase(phrase);
      return [];
    } catch (error) {
      return [{ at: `${id}/lexicon`, message: error instanceof Error ? error.message : String(error) }];
    }
  });
}

function lintTheme(value: Theme, bible: () => string): Finding[] {
  const slots = slotsOf(value);
  const passages = lintPassages(value);
  return [
    ...passages,
    ...lintAspects(value),
    ...lintLexicon(value),
    ...(passages.length === 0 ? lintSermons(value) : []),
    ...slots.flatMap((slot) => [...lintText(slot), ...lintQuotations(slot, bible)].map((message) => ({ at: slot.at, message }))),
  ];
}

function lintNeighbours(files: ReadonlyMap<string, unknown>): Finding[] {
  return [...files].flatMap(([name, json]) => {
    const { data } = theme.pick({ neighbours: true }).strip().safeParse(json);
    return (data?.neighbours ?? [])
      .filter((id) => id === name || !files.has(id))
      .map((id) => ({ at: `${name}/neighbours`, message: `there is no other theme "${id}"` }));
  });
}

/**
 * Checks theme files. `files` maps a file's name without ".json" to its parsed JSON; repetitions are searched across all of them.
 * An empty result means that no rule is broken; it says nothing about the quality of the prose.
 */
export function lintThemes(files: ReadonlyMap<string, unknown>): Finding[] {
  let whole: string | undefined;
  const bible = (): string => (whole ??= comparable([...allVerses()].map((v) => v.text).join(" ")));
  const findings: Finding[] = [];
  const slots: Slot[] = [];
  for (const [name, json] of files) {
    const parsed = theme.safeParse(json);
    if (!parsed.success) {
      findings.push(...parsed.error.issues.map((issue) => ({ at: `${name}/${issue.path.join(".")}`, message: issue.message })));
      continue;
    }
    if (parsed.data.id !== name) findings.push({ at: name, message: `id is "${parsed.data.id}", must be the file's name` });
    findings.push(...lintTheme(parsed.data, bible));
    slots.push(...slotsOf(parsed.data));
  }
  return [...findings, ...lintNeighbours(files), ...lintRepetition(slots)];
}
