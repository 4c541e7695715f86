/** Letters that are not a base letter and a mark in Unicode, but that people type without it. Arabic ya and ta marbuta as they sound. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  đ: "d",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ک: "ك",
  ٱ: "ا",
};
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** Without accents, vowel signs and lengthening strokes. Hangul syllables and Chinese characters stay as they are. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll("\u0640", "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(REPLACED, (letter) => LETTERS[letter] ?? letter);
}

/**
 * A topic as the readers of other languages have it: lower case, without accents, plain apostrophes, letters that are repeated for emphasis
 * cut to two, spelled-out letters joined. Sentences keep their end marks.
 */
export function fold(text: string): string {
  return withoutMarks(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/gu, "")
      .replace(/[’‘ʼ`´]/gu, "'"),
  )
    .replace(/(\p{L})\1{2,}/gu, "$1$1")
    .replace(/[“”„"«»“”*_~#<>]/gu, " ")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/\s*\n\s*/gu, "\n")
    .trim();
}

/** Sentences, each without its end mark. */
export function sentences(folded: string): string[] {
  return folded
    .split(/[.!?;\n。؟؛।]+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}
