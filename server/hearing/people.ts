import { KIN, KIN_WORDS } from "./kin-words.ts";
import { namesIn } from "./names.ts";

/** How a person is called if the topic names none, or several. */
const UNNAMED = {
  parent: "parent",
  child: "child",
  partner: "partner",
  sibling: "sibling",
  grandparent: "grandparent",
  grandchild: "grandchild",
  friend: "friend",
  relative: "relative",
  kin: "someone close to you",
} as const;
export type KinClass = keyof typeof UNNAMED;

/** Names that people type, and the word that a sermon uses for them; others stand as they are. */
const SAID_AS: Record<string, string> = {
  mum: "mother",
  mom: "mother",
  mam: "mother",
  mama: "mother",
  mommy: "mother",
  mummy: "mother",
  dad: "father",
  daddy: "father",
  papa: "father",
  hubby: "husband",
  gf: "girlfriend",
  bf: "boyfriend",
  stepmom: "stepmother",
  stepdad: "stepfather",
  teen: "child",
  teenager: "child",
  kids: "children",
  missus: "wife",
  kid: "child",
  boy: "son",
  girl: "daughter",
  lad: "son",
  grandma: "grandmother",
  granny: "grandmother",
  gran: "grandmother",
  nan: "grandmother",
  nana: "grandmother",
  grandad: "grandfather",
  granddad: "grandfather",
  grandpa: "grandfather",
  mate: "friend",
  bestie: "friend",
  auntie: "aunt",
};

/** What may stand before it, of somebody who lives: "my eldest son". */
const WHICH = "dear|eldest|oldest|older|youngest|younger|little|big|middle|twin|teenage|best|only|old";
/** A word that says whose it is: "my mother", "our eldest son". */
const OWN = new RegExp(String.raw`(?<![\p{L}])(?:my|our)\s+(?:(?:late|own|${WHICH})\s+)?([\p{L}-]+)`, "gu");
/** A topic that begins with for whom it is: "something for our youngest daughter". */
const FOR_SOMEBODY = new RegExp(
  String.raw`^(?:(?:something|(?:a )?(?:sermon|prayer|words?|letter)) )?for (?:my|our) (?:(?:${WHICH}) )?([\p{L}-]+)`,
  "u",
);

/** Whether a topic begins by saying that it is for somebody close to its writer. */
export function isForKin(topic: string): boolean {
  const [, word = ""] = FOR_SOMEBODY.exec(topic.trim().toLowerCase()) ?? [];
  return KIN_WORDS.includes(word);
}

/** Whether a topic names one person who is close to its writer. */
export const namesKin = (topic: string): boolean => kinIn(topic, "kin") !== UNNAMED.kin;

const wordFor = (word: string): string => SAID_AS[word] ?? word;

/**
 * The one person of a class that a topic names as its writer's ("my dad Frank"), in words that a sermon can use ("father Frank"); a general word if it
 * names none or several.
 */
export function kinIn(topic: string, kin: KinClass): string {
  const classes = kin === "kin" ? KIN_WORDS : KIN[kin];
  const typed = [...topic.toLowerCase().matchAll(OWN)].flatMap(([, word = ""]) => (classes.includes(word) ? [word] : []));
  const [one] = typed;
  if (one === undefined || new Set(typed.map(wordFor)).size !== 1) return UNNAMED[kin];
  const name = namesIn(topic).find((name) => new RegExp(String.raw`(?<!\p{L})${one}\s+${name}(?!\p{L})`, "u").test(topic));
  const said = name === undefined ? wordFor(one) : `${wordFor(one)} ${name}`;
  return kin === "kin" ? `your ${said}` : said;
}

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const DURATION =
  /(?<![\p{L}\d])(\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty) (days?|weeks?|months?|years?|yrs?)(?!\p{L})(?! old)/giu;

/** The one span of time that a topic names, in words ("six years"); null if it names none or several. */
export function durationIn(topic: string): string | null {
  const found = [...topic.matchAll(DURATION)];
  const [, count = "", unit = ""] = found.length === 1 ? (found[0] ?? []) : [];
  if (count === "") return null;
  const number = /^\d+$/u.test(count) ? NUMBER_WORDS[Number(count)] : count.toLowerCase();
  return number === undefined ? null : `${number} ${unit.toLowerCase().replace(/^yr/u, "year")}`;
}
