/** Common misspellings of words that the themes' lexicons use. */
const MISSPELT: Record<string, string> = {
  alchohol: "alcohol",
  alchoholic: "alcoholic",
  alcholic: "alcoholic",
  alcohal: "alcohol",
  anxeity: "anxiety",
  anxiaty: "anxiety",
  axiety: "anxiety",
  beleive: "believe",
  beleiver: "believer",
  beleives: "believes",
  chrismas: "christmas",
  chritmas: "christmas",
  xmas: "christmas",
  depresion: "depression",
  depressd: "depressed",
  devorce: "divorce",
  divorse: "divorce",
  dieing: "dying",
  forgivness: "forgiveness",
  forgivenes: "forgiveness",
  freind: "friend",
  freinds: "friends",
  greif: "grief",
  greiving: "grieving",
  gratefull: "grateful",
  greatful: "grateful",
  jelous: "jealous",
  jelousy: "jealousy",
  lonley: "lonely",
  lonly: "lonely",
  lonelyness: "loneliness",
  lonliness: "loneliness",
  marrage: "marriage",
  marraige: "marriage",
  marrige: "marriage",
  miscariage: "miscarriage",
  miscarrage: "miscarriage",
  morgage: "mortgage",
  parkinsons: "parkinson's",
  pentacost: "pentecost",
  prayr: "prayer",
  preganant: "pregnant",
  pregnent: "pregnant",
  tempation: "temptation",
  temtation: "temptation",
  thankfull: "thankful",
  weding: "wedding",
};

/**
 * Lower-case words and numbers of a text. Apostrophes are dropped ("dont"), "do not" becomes "dont" too, "mother-in-law" becomes
 * one word, and a possessive "'s" is cut off.
 */
export function words(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[’ʼ`]/gu, "'")
    .replace(/\bcan ?not\b/gu, "can't")
    .replace(/\b(do|does|did|is|are|was|were|has|have|had|will|would|could|should) not\b/gu, "$1n't")
    .replace(/\bi am\b/gu, "i'm")
    .replace(/(mother|father|sister|brother|son|daughter)s?[- ]in[- ]laws?\b/gu, "$1inlaw")
    .replace(/\bin[- ]laws\b/gu, "inlaws");
  return (plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []).map((found) => {
    const word = (MISSPELT[found] ?? found).replace(/'s$/u, "").replace(/n't$/u, "nt");
    return word === "i'm" ? "im" : word === "i've" ? "ive" : word;
  });
}

/**
 * Words whose stem by their endings alone would be that of a word of another meaning: "number" is not "numb", "happen" not "happy". Each
 * entry is what stands for the word instead of a stem, and its forms beyond those of `FORMS`.
 */
const APART = `
  adultery adulterous adulterer adulterers, alley, apple, barrier, battery batteries, belly bellies, bookie,
  bouncer, bus buses, busy busyness, business, canteen, cent, chick, closer closeness, copy copies copied
  copying copier, corner, counter, county counties, courtesy, cracker, custom, deserter, directory, drawer, eighteen,
  eighty eighties, fairy fairies, fasten, faster, fifteen, fifty fifties, flower, fort, forty forties, former formerly,
  founder, freezer, frontier, fury furious, godless, gravy, hades, halloween, hanger, happen, heaven heavenly, homily
  homilies, jam, junkie, lady ladies, leaven, likely, lily lilies, listen, longer, longing, lovely, maiden, master,
  meaning, monkey, moth, movie, nineteen, ninety nineties, number, numbers, party parties, pity pities pitied, policy
  policies, porter, potty, princess princesses, ranger, ready readiness readier, refugee, residency, scare scary scared,
  scenery, seminar, seminary seminaries, side, sids, sincere sincerely, stalker, stingy, stranger, supper, taxi, teller,
  telly, tiny, trainee, trainer, treasurer, treasury treasuries, treaty treaties, waiter, walker, warden, wary, whiskey whisky,
  wilderness, willing willingness willingly, withered, worldly`;
const FORMS = ["", "s", "ed", "ing", "er", "ers"];
const apart = new Map(
  APART.trim()
    .split(/,\s+/u)
    .flatMap((entry) => {
      const [word = "", ...others] = entry.split(/\s+/u);
      return [...FORMS.map((form) => word + form), ...others].map((form) => [form, word] as const);
    }),
);

const ENDINGS = ["fulness", "ness", "ing", "ied", "ed", "en", "ers", "er", "ies", "es", "ly", "s", "e", "y"];

/** A simple stemmer: forgive, forgives, forgiving, forgiven and forgiveness have the same stem. It need not be a word. */
export function stem(word: string): string {
  const whole = apart.get(word);
  if (whole) return whole;
  let found = word;
  for (let round = 0; round < 3; round++) {
    const ending = ENDINGS.find((e) => found.endsWith(e) && found.length - e.length >= (e.length > 1 ? 4 : 3));
    // Only one "s" is cut off: "thesis" must not become "the", nor "praise" become "pray".
    if (!ending || found.includes("'") || (ending === "s" && round > 0) || found === "news") break;
    // "loneli" of "loneliness" is "lonely".
    found = found.slice(0, -ending.length).replace(/(?<=\p{L}{3})i$/u, "y");
    // running -> runn -> run, but "loss" and "tell" keep their double letter in every form.
    if (ending === "ing" || ending === "ed") found = found.replace(/([bdgmnprt])\1$/u, "$1");
  }
  return found;
}
