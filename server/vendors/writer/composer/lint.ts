import { z } from "zod";
import type { Duration } from "../../../../shared/constants.ts";
import { passage } from "../../../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import { compose } from "./compose.ts";
import { plainReading } from "../../../hearing/reading.ts";
import { readPhrase } from "../../../hearing/phrase.ts";
import { lengthProblem, lintQuotations, lintRepetition, lintText, wholeBible, type Finding, type Slot } from "./lint-text.ts";
import { PLANS } from "./plans.ts";
import type { Plan } from "./plans.ts";
import { isLicensed, withImplied, type Fact } from "../../../themes/facts.ts";
import { LENGTHS, TEXT_SLOTS, theme } from "../../../themes/theme.ts";
import type { Theme, ThemeText } from "../../../themes/theme.ts";
import { sourcesOf, spoken } from "./text-sources.ts";
import { createVerseCheck } from "./verse-check.ts";

export function slotsOf(value: Theme): Slot[] {
  const slots: Slot[] = TEXT_SLOTS.flatMap((list) =>
    value[list].map(({ text }, i) => ({ at: `${value.id}/${list}[${i}]`, text, length: LENGTHS[list] })),
  );
  value.passages.forEach((p, i) => {
    const at = `${value.id}/passages[${i}]`;
    slots.push({ at: `${at}.title`, text: p.title, length: LENGTHS.title, about: p.ref });
    slots.push({ at: `${at}.focus`, text: p.focus, length: LENGTHS.focus, about: p.ref });
    slots.push({ at: `${at}.context`, text: p.context, length: LENGTHS.context, about: p.ref });
    p.exposition.forEach((text, j) => slots.push({ at: `${at}.exposition[${j}]`, text, about: p.ref }));
    slots.push({ at: `${at}.further`, text: p.further, length: LENGTHS.further, about: p.ref });
  });
  return slots;
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

/**
 * Every plan must reach both lengths, for a topic that said nothing and for one that said the theme's facts: the short length with
 * each passage, with and without the person's own words. Other themes lend what they lend in a sermon. The verse lock must not change
 * anything.
 */
function lintSermons(value: Theme, lenders: readonly Theme[]): Finding[] {
  const sources = sourcesOf([value]);
  const changesIn = createVerseCheck();
  const withoutPassages = lenders.map((lender) => ({ ...lender, passages: [] }));
  const sermonOf = (theme: Theme, plan: Plan, minutes: Duration, topic: string, facts: ReadonlySet<Fact>): string | null => {
    try {
      const themes = [theme, ...(minutes === 5 ? withoutPassages : lenders)];
      const reading = { ...plainReading(theme), facts };
      return compose({ topic, minutes, seed: "lint", memory: [] }, reading, { ...sources, themes }, [plan]).content;
    } catch (error) {
      if (error instanceof WriterError) return null;
      throw error;
    }
  };
  // A passage for one aspect must fill the time as well.
  const passages = value.passages.map((p) => ({ ...p, for: [], presumes: [] }));
  const whole = { ...value, passages };
  const findings: Finding[] = [];
  for (const [topic, facts] of [
    ["", withImplied(value.grants)],
    ["losing the house that my father built for us all", withImplied([...value.facts, ...value.grants])],
  ] as const)
    for (const plan of PLANS) {
      if (plan.story && !passages.some(({ story }) => story)) continue;
      if (sermonOf(whole, plan, 10, topic, facts) === null)
        findings.push({ at: value.id, message: `no choice of its texts lasts 10 minutes by the plan "${plan.id}"` });
      for (const [i, only] of passages.entries()) {
        if (plan.story && !only.story) continue;
        const at = `${value.id}/passages[${i}]`;
        const content = sermonOf({ ...whole, passages: [only] }, plan, 5, topic, facts);
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
  const plain = withImplied([...value.grants, ...value.subject]);
  const isForBareTopic = (text: ThemeText): boolean => text.for.length === 0 && isLicensed(text.presumes, plain);
  return [
    ...[...marks, ...toned, ...replacing]
      .filter(({ aspect }) => !known.includes(aspect))
      .map(({ at, aspect }) => ({ at, message: `"${aspect}" is not in lexicon.aspects` })),
    ...known
      .filter((aspect) => !marks.some((mark) => mark.aspect === aspect))
      .map((aspect) => ({ at: `${value.id}/lexicon.aspects`, message: `no text is for "${aspect}"` })),
    ...slots
      .filter(([, alternatives]) => !value.narrow && alternatives.filter(isForBareTopic).length < MIN_UNMARKED)
      .map(([slot]) => ({
        at: `${value.id}/${slot}`,
        message: `fewer than ${MIN_UNMARKED} texts for a topic that names the theme alone`,
      })),
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

function lintTheme(value: Theme, lenders: readonly Theme[], bible: () => string): Finding[] {
  const slots = slotsOf(value);
  const passages = lintPassages(value);
  const changesIn = createVerseCheck();
  return [
    ...passages,
    ...lintAspects(value),
    ...lintLexicon(value),
    ...(passages.length === 0 ? lintSermons(value, lenders) : []),
    ...slots.flatMap((slot) => [...lintText(slot), ...lintQuotations(slot, bible)].map((message) => ({ at: slot.at, message }))),
    ...slots.flatMap(({ at, text }) =>
      changesIn(text).map(({ kind, before }) => ({ at, message: `the verse lock would change (${kind}): ${before}` })),
    ),
  ];
}

function lintNeighbours(files: ReadonlyMap<string, unknown>): Finding[] {
  return [...files].flatMap(([name, json]) => {
    const { data } = z.object({ neighbours: theme.shape.neighbours }).safeParse(json);
    return (data?.neighbours ?? [])
      .filter((id) => id === name || !files.has(id))
      .map((id) => ({ at: `${name}/neighbours`, message: `there is no other theme "${id}"` }));
  });
}

/**
 * Checks theme files. `files` maps a file's name without ".json" to its parsed JSON; repetitions are searched across all of them and
 * the texts of `others`, and reported at the later one. With `wanted`, only the themes of these names are checked for more than repetitions. An empty result means that no rule is broken; it says nothing about the quality of the prose.
 */
export function lintThemes(
  files: ReadonlyMap<string, unknown>,
  others: readonly Slot[] = [],
  wanted: readonly string[] = [],
): Finding[] {
  const bible = wholeBible();
  const findings: Finding[] = [];
  const themes: Theme[] = [];
  for (const [name, json] of files) {
    const parsed = theme.safeParse(json);
    if (!parsed.success)
      findings.push(...parsed.error.issues.map((issue) => ({ at: `${name}/${issue.path.join(".")}`, message: issue.message })));
    else if (parsed.data.id !== name) findings.push({ at: name, message: `id is "${parsed.data.id}", must be the file's name` });
    if (parsed.data) themes.push(parsed.data);
  }
  for (const value of themes)
    if (wanted.length === 0 || wanted.includes(value.id))
      findings.push(
        ...lintTheme(
          value,
          themes.filter((other) => other !== value),
          bible,
        ),
      );
  return [...findings, ...lintNeighbours(files), ...lintRepetition([...themes.flatMap(slotsOf), ...others])];
}
