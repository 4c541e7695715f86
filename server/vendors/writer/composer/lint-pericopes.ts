import { WORD_RANGE } from "../../../../shared/constants.ts";
import { pericope, PERICOPE_LENGTHS, READ_OUT_WORDS, type Pericope } from "../../../pericopes/pericope.ts";
import { overlapsRanges } from "../../../hearing/asked-passage.ts";
import { findReferences, passage } from "../../../scripture/passage.ts";
import { lengthProblem, lintQuotations, lintText, wholeBible, type Finding, type Slot } from "./lint-text.ts";
import { fitHomily } from "./homily.ts";
import { spoken } from "./text-sources.ts";
import { createVerseCheck } from "./verse-check.ts";

export function slotsOfPericope(value: Pericope): Slot[] {
  const slot = (name: string, kind: keyof typeof PERICOPE_LENGTHS, text: string): Slot => ({
    at: `${value.id}/${name}`,
    text,
    length: PERICOPE_LENGTHS[kind],
    about: value.ref,
  });
  return [
    slot("title", "title", value.title),
    slot("idea", "idea", value.idea),
    ...value.openings.map((text, i) => slot(`openings[${i}]`, "openings", text)),
    slot("context", "context", value.context),
    ...(value.short ? [slot("short.told", "told", value.short.told)] : []),
    ...value.points.flatMap((point, i) =>
      (["heading", "text", "further", "illustration"] as const).map((name) => slot(`points[${i}].${name}`, name, point[name])),
    ),
    slot("gospel", "gospel", value.gospel),
    slot("response", "response", value.response),
    slot("prayer", "prayer", value.prayer),
    slot("blessing", "blessing", value.blessing),
    ...value.questions.map((text, i) => slot(`questions[${i}]`, "questions", text)),
  ];
}

/** The passage read out in 5 and in 10 minutes must exist and fit, and each point must lie inside it. */
function lintReferences(value: Pericope): Finding[] {
  const whole = findReferences(value.ref).map(({ range }) => range);
  const findings: Finding[] = [];
  const readOut = (at: string, ref: string, minutes: 5 | 10): void => {
    const found = passage(ref);
    if (!found) findings.push({ at, message: `"${ref}" is not a passage of the World English Bible` });
    const wrong = found && lengthProblem(READ_OUT_WORDS[minutes], spoken(found.text));
    if (wrong) findings.push({ at, message: `what is read out in ${minutes} minutes has ${wrong}` });
  };
  readOut(`${value.id}/ref`, value.ref, 10);
  readOut(`${value.id}/${value.short ? "short.ref" : "ref"}`, value.short?.ref ?? value.ref, 5);
  for (const [i, { verses }] of value.points.entries())
    if (!overlapsRanges(verses, whole))
      findings.push({ at: `${value.id}/points[${i}].verses`, message: `${verses} is not in ${value.ref}` });
  return findings;
}

/** Each opening must lead to a homily of five and of ten minutes. */
function lintFit(value: Pericope): Finding[] {
  return ([5, 10] as const).flatMap((minutes) =>
    value.openings.flatMap((_, opening) =>
      fitHomily(value, minutes, opening)
        ? []
        : [
            {
              at: `${value.id}/openings[${opening}]`,
              message: `its texts cannot fill ${minutes} minutes (${WORD_RANGE[minutes].join(" to ")} words)`,
            },
          ],
    ),
  );
}

/** Checks pericope files, by file name without ".json". Repetitions are the caller's to search, with those of the themes. */
export function lintPericopes(files: ReadonlyMap<string, unknown>): { findings: Finding[]; slots: Slot[] } {
  const bible = wholeBible();
  const changesIn = createVerseCheck();
  const findings: Finding[] = [];
  const slots: Slot[] = [];
  for (const [name, json] of files) {
    const { data, error } = pericope.safeParse(json);
    if (!data) {
      findings.push(...error.issues.map((issue) => ({ at: `${name}/${issue.path.join(".")}`, message: issue.message })));
      continue;
    }
    if (data.id !== name) findings.push({ at: name, message: `id is "${data.id}", must be the file's name` });
    const own = slotsOfPericope(data);
    const wrong = lintReferences(data);
    findings.push(...wrong, ...(wrong.length === 0 ? lintFit(data) : []));
    for (const { at, text } of own)
      findings.push(
        ...changesIn(text).map(({ kind, before }) => ({ at, message: `the verse lock would change (${kind}): ${before}` })),
      );
    for (const slot of own)
      findings.push(...[...lintText(slot), ...lintQuotations(slot, bible)].map((message) => ({ at: slot.at, message })));
    slots.push(...own);
  }
  return { findings, slots };
}
