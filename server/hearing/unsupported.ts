import { regex } from "../../shared/regex.ts";
import { isTelling, withImplied, type Fact } from "../themes/facts.ts";
import { possiblyEnglish, topicLanguage } from "../safety/languages/topic-language.ts";
import { isPublic } from "./audience.ts";
import { namedAspects } from "./choose-theme.ts";
import { partsOf, weighFacts, weighPart } from "./facts/read-facts.ts";
import type { Reading } from "./reading.ts";

/** Who speaks in a text: the preacher says "you" to the listener, in a prayer the listener says "I". */
export type Voice = "preacher" | "prayer";

/**
 * From this probability a fact of the topic supports a statement. Low: what the writer of a sermon understood may be worded oddly for our
 * reader. It is half of what the words alone would need, since a probability is the mean of theirs and the meaning's.
 */
const SUPPORTED = 0.05;
/**
 * From this probability that a clause says unsupported facts, all of them together, it is accused. A clause about somebody of the
 * listener's own ("your son") seldom stands in a sermon for everybody, so it needs less.
 */
const ACCUSED = { own: 0.5, self: 0.85 };
/** Shorter clauses about the listener alone ("you are expected") are not judged. */
const FEWEST_WORDS = 4;

/** Feelings and matters of faith that a sermon may name to anybody. */
const COMMON: ReadonlySet<Fact> = new Set<Fact>([
  "afraid",
  "angry",
  "anxious",
  "ashamed",
  "deciding",
  "envious",
  "exhausted",
  "forsaken",
  "grateful",
  "joyful",
  "new-start",
  "prayer-answered",
  "prayer-dry",
  "proud",
  "tempted",
  "waiting",
  "worried-for-other",
  "wronged",
]);

/** A letter that English does not have. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u;

/** The facts that a sermon may state: what the topic says or may say, and what follows from it. Null if the topic cannot be read: then nothing is accused. */
export function supportedFacts(topic: string, { audience, facts, theme }: Reading): ReadonlySet<Fact> | null {
  const isEnglish = topicLanguage(topic) === null && possiblyEnglish(topic) === topic && !OTHER_SCRIPT.test(topic);
  if (!isEnglish) return null;
  if (isPublic(audience)) return new Set();
  const likely = [...weighFacts(topic)].filter(([, sure]) => sure >= SUPPORTED).map(([one]) => one);
  // What a phrase names may be repeated, although it is not certain enough to be said by us.
  const named = [...namedAspects(topic, theme)].flatMap((aspect) => theme.says[aspect] ?? []);
  return withImplied([...facts, ...likely, ...named]);
}

const PERSON: Record<Voice, RegExp> = { preacher: /\byou(?:r|rs|rself)?\b/iu, prayer: /\b(?:I|me|[Mm]y|mine|myself)\b/u };

const anyOf = (words: string): RegExp => new RegExp(`\\b(?:${words.trim().split(/\s+/u).join("|")})\\b`, "iu");

const QUESTION = /\?["”’)*]*$/u;
/** Words of sentences that suppose, or speak of some among many. */
const SUPPOSES =
  anyOf(`allowed any anybody anyone could every everyone if imagine let may maybe might perhaps picture possibly some suppose unless until
  whatever when whenever wherever whether whoever would (?:as|those|nobody|somebody|someone)\\s(?:if|though|who) need\\snot no\\sone\\swho`);

/** A clause of what can, must or will be, or is denied of the listener's being. */
const MODAL = regex`
  \b(?:[Cc]an|[Oo]r|[Mm]ust|[Ss]hould|[Ss]hall|[Ww]ill|[Nn]othing|[Ll]ike)\b|['’](?:ll|d)\b|
  \b(?:do|did|are|were|am|was|need)(?: not|n['’]t) (?:a|alone|an|asked|have|made|meant|my|need|the|what|your)\b`;

/** Verbs that begin a request to the listener, or to God. */
const REQUESTS = new Set(
  `agree allow answer apologise apologize ask be begin bless book breathe bring buy call carry change check choose clear close come consider cook copy
  count cross cut decide do don’t don't draw drink drive eat empty end fetch fill find finish fold follow forget forgive get give go grant hang have hear
  help hide hold invite keep kneel lay learn leave lend let lift light listen look make meet mend name note notice offer open pack pause phone pick place
  plan plant pour pray promise put read remember repeat rest return say see send set share show sing sit sleep speak spend stand start stay stop switch take teach tell text
  thank think tie touch try turn use visit wait wake walk wash watch wear write`.split(/\s+/u),
);
const FIRST_WORD = /^["“‘'(*]*(?:(?:and|but|lord|only|please|so|then) )?([\p{L}’']+)/iu;
const PREPARES = /^(?:after|as|because|before|once|since|where|while) /iu;

/** Whether a sentence begins with a request, or has one after words that only prepare it ("This week, call …"). */
function isRequest(sentence: string): boolean {
  const pieces = sentence.split(/[,;:—–]\s+|\s+[—–-]\s+/u);
  const stated = pieces.findIndex((piece) => /\b(?:you|I)\b/iu.test(piece) && !PREPARES.test(piece));
  const before = stated < 0 ? pieces : pieces.slice(0, Math.max(1, stated));
  return before.some((piece) => REQUESTS.has(FIRST_WORD.exec(piece)?.[1]?.toLowerCase() ?? ""));
}

/** Words after which "you" is an object: "he holds you". */
const BEFORE_OBJECT = `about above after against around asks? asked at before behind beside between by calls? called carry carries carried finds? for found from
  gave gives? given held holds? hurts? in inside into knew knows? leaves? left lets? like loves? loved made makes? met near of on over saw sees? tells? told to
  towards? under upon with within without`;
const OBJECT = new RegExp(`(${anyOf(BEFORE_OBJECT).source}) you\\b(?! have\\b)`, "giu");

/** A sentence that is said to somebody, as they would say it of themselves. */
const asSaidBySelf = (text: string): string =>
  text
    .replace(/\byou(?:['’]re| are)\b/giu, "I am")
    .replace(/\bare you\b/giu, "am I")
    .replace(/\byou were\b/giu, "I was")
    .replace(/\byou['’]ve\b/giu, "I have")
    .replace(/\byourself\b/giu, "myself")
    .replace(/\byours\b/giu, "mine")
    .replace(/\byour\b/giu, "my")
    .replace(OBJECT, "$1 me")
    .replace(/\byou\b/giu, "I");

const PEOPLE = `aunt baby boss boy boyfriend brother cat child children colleague cousin dad daughter dog family father fianc[eé]e? friend girl girlfriend
  grand[a-z]+ husband kids? marriage mom mother mum nephew niece parents? partner siblings? sister sons? twin uncle wife`;
/** Somebody of the speaker's own. */
const OWN_PEOPLE = new RegExp(`\\bmy (?:[a-z]+ )?${anyOf(PEOPLE).source}|\\bthe (?:baby|child) I\\b`, "iu");
const GOD = /\b[Mm]y (?:heavenly )?Father\b/gu;

/** The speaker is the subject: "I have …", "and now my hands …". */
const BEFORE_SUBJECT =
  "and as because but father for god here jesus lord now or since so still that then there though today tonight yet";
const OWN_SUBJECT = new RegExp(`^(?:${anyOf(BEFORE_SUBJECT).source},? ){0,2}(?:I|my|mine)\\b`, "iu");
/** Words by which the reader of topics takes a sermon's sentence for another: a sentence in prison, expecting a child. */
const MISREAD = /\b(?:clean|expected|sentences?)\b/giu;

const first = (text: string): string => text.split(/[,;]|\b(?:and|but)\b/u)[0] ?? "";

/** The parts of a sentence in which something is stated about the listener, in the first person. */
function statementsIn(sentence: string, voice: Voice): string[] {
  const plain = sentence
    .replace(/[“"][^”"]*[”"]/gu, " ")
    .replace(/[*_]/gu, "")
    .trim();
  const about = PERSON[voice];
  if (!about.test(plain) || QUESTION.test(plain) || SUPPOSES.test(plain) || isRequest(plain)) return [];
  const [whole = plain, ...clauses] = partsOf(plain);
  const stated = clauses.filter((clause) => about.test(clause) && !MODAL.test(clause));
  // With more than one clause, the whole is read only if its beginning states something.
  const opens = first(plain);
  if (clauses.length === 0 ? !MODAL.test(plain) : about.test(opens) && !MODAL.test(opens)) stated.unshift(whole);
  return stated.map((part) => (voice === "prayer" ? part : asSaidBySelf(part)).replace(MISREAD, ""));
}

/** How likely a statement says one of the two likeliest facts that are not supported: neighbours share their probability. */
function unsupportedShare(statement: string, supported: ReadonlySet<Fact>): number {
  const [one = 0, two = 0] = [...weighPart(statement)]
    .flatMap(([told, likely]) => (isTelling(told) && !COMMON.has(told) && !supported.has(told) ? [likely] : []))
    .toSorted((a, b) => b - a);
  return one + two;
}

function isUnsupported(sentence: string, voice: Voice, supported: ReadonlySet<Fact>): boolean {
  return statementsIn(sentence, voice).some((statement) => {
    const share = unsupportedShare(statement, supported);
    if (OWN_PEOPLE.test(statement.replace(GOD, ""))) return share >= ACCUSED.own;
    return share >= ACCUSED.self && OWN_SUBJECT.test(statement) && statement.split(/\s+/u).length >= FEWEST_WORDS;
  });
}

/** The sentences of a paragraph, as they stand. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…][”’"')\]*]*)\s+(?=["“‘'(*]?\p{Lu})/u);

/** The sentences of a paragraph that state something about the listener which is not supported. Pure. */
export const unsupportedIn = (text: string, voice: Voice, supported: ReadonlySet<Fact>): string[] =>
  sentencesOf(text).filter((sentence) => isUnsupported(sentence, voice, supported));
