/**
 * Short forms of book names, by the spoken name. They count only before a chapter; short forms that are English words are left
 * out.
 */
const SHORT_FORMS: Record<string, string> = {
  genesis: "gen gn",
  exodus: "exod exo ex",
  leviticus: "lev lv",
  numbers: "num",
  deuteronomy: "deut deu dt",
  joshua: "josh jos",
  judges: "judg jdg",
  ruth: "rth",
  samuel: "sam",
  kings: "kgs",
  chronicles: "chron chr",
  ezra: "ezr",
  nehemiah: "neh",
  esther: "esth est",
  psalm: "ps psa pss",
  proverbs: "prov prv",
  ecclesiastes: "eccl eccles ecc qoh",
  song: "sos",
  isaiah: "isa",
  jeremiah: "jer",
  lamentations: "lam",
  ezekiel: "ezek eze",
  daniel: "dan",
  hosea: "hos",
  obadiah: "obad",
  jonah: "jnh",
  micah: "mic",
  nahum: "nah",
  habakkuk: "hab",
  zephaniah: "zeph",
  haggai: "hag",
  zechariah: "zech",
  malachi: "mal",
  matthew: "matt mat mt",
  mark: "mrk mk",
  luke: "luk lk",
  john: "jhn jn",
  romans: "rom rm",
  corinthians: "cor",
  galatians: "gal",
  ephesians: "eph",
  philippians: "phil php",
  colossians: "col",
  thessalonians: "thess thes",
  timothy: "tim",
  titus: "tit",
  philemon: "philem phlm",
  hebrews: "heb",
  james: "jas",
  peter: "pet",
  revelation: "rev",
};

/** Spoken name by short form, all in lower case: "cor" -> corinthians. */
export const BOOK_BY_SHORT_FORM: ReadonlyMap<string, string> = new Map(
  Object.entries(SHORT_FORMS).flatMap(([name, forms]) => forms.split(" ").map((form) => [form, name] as const)),
);

/** Books of which there are several: "1 Peter". */
export const NUMBERED_BOOKS: ReadonlySet<string> = new Set([
  "samuel",
  "kings",
  "chronicles",
  "corinthians",
  "thessalonians",
  "timothy",
  "peter",
  "john",
]);

/** Every name after which a number is a chapter, in lower case: the last word of "Song of Solomon". */
export const BOOKS_WITH_CHAPTERS: ReadonlySet<string> = new Set([
  ...Object.keys(SHORT_FORMS),
  "acts",
  "joel",
  "amos",
  "job",
  "solomon",
  "songs",
]);

/** Books of one chapter, so that a number after the name is a verse. */
export const BOOKS_OF_ONE_CHAPTER: ReadonlySet<string> = new Set(["obadiah", "philemon", "jude"]);
