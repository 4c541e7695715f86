import type { CrisisAnswer } from "../../shared/endpoints/sermons.ts";
import { type HelpKind, linesOf, regionOf } from "../../shared/helplines.ts";
import { isLanguage } from "./languages/codes.ts";
import { helplinesIn, textsIn } from "./languages/texts.ts";
import { MESSAGES } from "./messages.ts";

/** The answer to a declined topic. */
export const DECLINED_MESSAGE = MESSAGES.declined;

/** A danger in a topic, or in a text that was written. */
interface Danger {
  kind: CrisisAnswer["kind"];
  certain: boolean;
}

/**
 * The answer to a crisis: a short message and whom to call; where it is not certain, the question whether somebody is in danger. `locale`
 * is a language tag or an Accept-Language header, `language` the code of the language in which the person wrote; without it the answer is
 * in English.
 */
export function crisisAnswer({ kind, certain }: Danger, locale?: string, language?: string): CrisisAnswer {
  const helplines = helplinesIn(regionOf(locale, language), kind, language);
  // Only the reader of English is ever uncertain.
  if (!certain) return { kind, certain, message: MESSAGES.uncertain, helplines };
  if (language === undefined || !isLanguage(language)) return { kind, certain, message: MESSAGES[kind], helplines };
  const { messages, helpTitle, callNow, back } = textsIn(language);
  return { kind, certain, message: messages[kind], language, words: { helpTitle, callNow, back }, helplines };
}

const ELSEWHERE = "findahelpline.com";

/** What is said before the lines of a kind, the most urgent kinds first. */
const BEFORE: readonly (readonly [HelpKind, string])[] = [
  ["medical", "If this is urgent, please get medical help now."],
  ["poison", "If something was taken or swallowed, please call now."],
  ["self-harm", "If you, or someone near you, may be in danger or thinking of suicide, please reach someone now."],
  ["harm-to-others", "If someone may be hurt, please speak to somebody now."],
  ["abuse", "If someone hurts or frightens you, or anyone near you, there are people who listen and believe you."],
  ["children", "If you fear for a child, there are people who know what to do."],
  ["suicide-loss", "If you have lost someone to suicide, there are people to talk to who know what that is."],
  ["baby-loss", "If you have lost a baby, there are people to talk to who know what that is."],
  ["eating", "If eating has become a fight, for you or someone near you, there are people who can help."],
  ["addiction", "If drink or drugs have a hold on you, or on someone near you, there are people who can help."],
  ["gambling", "If gambling has a hold on you, or on someone near you, there are people who can help."],
];
/** A note does not list more kinds of lines than this, and no more lines of one kind. */
const MOST = { kinds: 2, lines: 2 };
/** Kinds for which the emergency number is named too. */
const URGENT: ReadonlySet<HelpKind> = new Set(["medical", "poison", "self-harm", "harm-to-others", "abuse"]);

const named = ({ name, contact }: { name: string; contact: string }): string => `${name}: ${contact}`;
const isElsewhere = ({ contact }: { contact: string }): boolean => contact === ELSEWHERE;

/** The lines of a kind, those for it alone first, the emergency number last. */
function linesFor(region: string, kind: HelpKind, language?: string): string[] {
  const emergency = linesOf(region, "medical")[0];
  const own = helplinesIn(region, kind, language).filter((line) => !isElsewhere(line) && line.href !== emergency?.href);
  const lines = own.slice(0, URGENT.has(kind) ? 1 : MOST.lines);
  const [urgent] = helplinesIn(region, "medical", language);
  return [...lines, ...(URGENT.has(kind) && urgent ? [urgent] : [])].map(named);
}

/**
 * A paragraph about where help is, for the notes of a sermon; not spoken. `kinds`: what `helpFor` found, or `linesNamedIn`; without any
 * there is no note. `region` as `regionOf` names it, `language` as in `crisisAnswer`.
 */
export function resourceNote(region: string, kinds: readonly HelpKind[], language?: string): string {
  const [first] = kinds;
  if (first === undefined) return "";
  if (language !== undefined && isLanguage(language)) {
    const { resourceNote: note, otherCountries } = textsIn(language);
    const lines = [...linesFor(region, BEFORE.find(([kind]) => kinds.includes(kind))?.[0] ?? first, language), otherCountries];
    return note.replace("{lines}", lines.join(". "));
  }
  const chosen = BEFORE.filter(([kind]) => kinds.includes(kind)).map(([kind, before]) => ({
    before,
    lines: linesFor(region, kind),
  }));
  // A kind that has no line of its own in the country is left out beside another.
  const telling = chosen.filter(
    ({ lines }, i) => i === 0 || lines.some((line) => !chosen.slice(0, i).some((one) => one.lines.includes(line))),
  );
  const said = telling.slice(0, MOST.kinds).map(({ before, lines }) => `${before} ${[...lines, ""].join(". ")}`.trim());
  return `${said.join(" ")} In other countries: ${ELSEWHERE}.`;
}
