import type { Accent } from "../../../speech/accent.ts";

/** Words that are said without stress, with their phones where they are weaker than the lexicon's. */
const WEAK: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "ax0",
    an: "ax0 n",
    and: "ae0 n d",
    from: "f r ah0 m",
    of: "ah0 v",
    or: "ao0 r",
    the: "dh ax0",
    to: "t ax0",
    was: "w ah0 z",
  }),
);
const BEFORE_VOWEL: ReadonlyMap<string, string> = new Map(Object.entries({ the: "dh iy0", to: "t uh0" }));
const UNSTRESSED = new Set(
  "am are as at be been but by can could did do does for had has have he her him his i if in is it its may me might must my nor on our shall she should so than that their them they this us we were which who will with would you your".split(
    " ",
  ),
);

const CONSONANTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: "b",
    ch: "ʧ",
    d: "d",
    dh: "ð",
    f: "f",
    g: "ɡ",
    hh: "h",
    jh: "ʤ",
    k: "k",
    l: "l",
    m: "m",
    n: "n",
    ng: "ŋ",
    p: "p",
    r: "ɹ",
    s: "s",
    sh: "ʃ",
    t: "t",
    th: "θ",
    v: "v",
    w: "w",
    y: "j",
    z: "z",
    zh: "ʒ",
  }),
);
const AMERICAN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aa: "ɑ",
    ae: "æ",
    ah: "ʌ",
    ao: "ɔ",
    aw: "W",
    ax: "ə",
    ay: "I",
    eh: "ɛ",
    ey: "A",
    ih: "ɪ",
    iy: "i",
    ow: "O",
    oy: "Y",
    uh: "ʊ",
    uw: "u",
  }),
);
const BRITISH: ReadonlyMap<string, string> = new Map([...AMERICAN, ["ow", "Q"], ["uw", "uː"]]);
const BEFORE_BRITISH_R: ReadonlyMap<string, string> = new Map(
  Object.entries({ aa: "ɑː", ao: "ɔː", eh: "ɛː", ih: "ɪə", iy: "ɪə", uh: "ʊə", uw: "ʊə", ay: "Iə", aw: "Wə" }),
);
/** Words with the vowel of "father" in Britain and of "cat" in America. */
const BROAD_A =
  /^(?:ask|last|past|fast|vast|cast|pass|path|bath|grass|glass|class|brass|after|master|disaster|rather|laugh|half|calf|can't|shan't|aunt|answer|branch|chance|dance|glance|france|advance|command|demand|example|plant|grant|castle|staff|behalf|task|mask|basket|pastor|pasture|nasty|slander|chant|enchant)/u;

const isVowel = (phone: string | undefined): boolean => phone !== undefined && /^[aeiou]/u.test(phone);
const bare = (phone: string | undefined): string => phone?.replace(/\d/u, "") ?? "";

/** The vowel that has the main stress: Flite's lexicon does not tell it from the lesser ones. */
function mainStress(word: string, phones: readonly string[]): number {
  const vowels = phones.flatMap((phone, i) => (isVowel(phone) ? [i] : []));
  const stressed = vowels.filter((i) => phones[i]?.endsWith("1"));
  const isFirst = stressed.at(-1) === vowels.at(-1) || /^(?:any|every|some|no)[bt]|^tele/u.test(word);
  return (isFirst ? stressed[0] : stressed.at(-1)) ?? -1;
}

function britishVowel(word: string, phone: string, next: string): string {
  const name = bare(phone);
  if (name === "er") return phone.endsWith("1") ? "ɜː" : "ə";
  if (next === "r") return BEFORE_BRITISH_R.get(name) ?? BRITISH.get(name) ?? "";
  if (name === "iy") return phone.endsWith("1") ? "iː" : "i";
  if (name === "ae" && BROAD_A.test(word)) return "ɑː";
  if (name === "aa") return /o|wa|wha|qua/u.test(word) ? "ɒ" : "ɑː";
  if (name === "ao") return /au|aw|al|ough|oa|oor|our/u.test(word) || !word.includes("o") ? "ɔː" : "ɒ";
  return BRITISH.get(name) ?? "";
}

function americanPhone(phones: readonly string[], i: number): string {
  const phone = phones[i] ?? "";
  const name = bare(phone);
  if (name === "er") return phone.endsWith("1") ? "ɜɹ" : "əɹ";
  // "water": a tap of the tongue between a vowel and one without stress.
  const isTap =
    name === "t" && (isVowel(phones[i - 1]) || bare(phones[i - 1]) === "r") && /^[aeiou].*0$/u.test(phones[i + 1] ?? "");
  return isTap ? "T" : (CONSONANTS.get(name) ?? AMERICAN.get(name) ?? "");
}

function britishPhone(word: string, phones: readonly string[], i: number, vowelFollows: boolean): string {
  const phone = phones[i] ?? "";
  const isBeforeVowel = i + 1 < phones.length ? isVowel(phones[i + 1]) : vowelFollows;
  if (phone === "r") return isBeforeVowel ? "ɹ" : "";
  if (!isVowel(phone)) return CONSONANTS.get(phone) ?? "";
  const link = bare(phone) === "er" && isBeforeVowel ? "ɹ" : "";
  return britishVowel(word, phone, phones[i + 1] ?? "") + link;
}

/** A word and its phones from Flite: "ow1" is a vowel with stress. */
interface Pronounced {
  word: string;
  phones: readonly string[];
}

function phonesInContext({ word, phones }: Pronounced, vowelFollows: boolean): readonly string[] {
  const weak = (vowelFollows ? BEFORE_VOWEL.get(word) : undefined) ?? WEAK.get(word);
  if (weak) return weak.split(" ");
  return UNSTRESSED.has(word) ? phones.map((phone) => phone.replace("1", "0")) : phones;
}

/**
 * The word in the symbols that Kokoro was trained with (those of the phonemiser misaki): IPA with one letter for a diphthong, and the mark of
 * the stress before its vowel. `next` is the word that follows without a pause.
 */
export function phonemesOf(pronounced: Pronounced, accent: Accent, next: Pronounced | undefined): string {
  const vowelFollows = isVowel(next?.phones[0]);
  const phones = phonesInContext(pronounced, vowelFollows);
  const main = mainStress(pronounced.word, phones);
  return phones
    .map((phone, i) => {
      const mark = i === main ? "ˈ" : phone.endsWith("1") ? "ˌ" : "";
      return mark + (accent === "american" ? americanPhone(phones, i) : britishPhone(pronounced.word, phones, i, vowelFollows));
    })
    .join("");
}
