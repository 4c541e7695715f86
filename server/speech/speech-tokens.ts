/** A piece of a displayed word. `owner` is that word's index in the sentence; `glued` says that no white space stands before it. */
export interface SpeechToken {
  kind: "word" | "number" | "mark";
  text: string;
  owner: number;
  glued: boolean;
}

const LIGATURES: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  ð: "d",
  þ: "th",
  Þ: "Th",
  ł: "l",
  Ł: "L",
  ı: "i",
  ᴏ: "O",
  ʀ: "R",
  ᴅ: "D",
};

/** "grace¹", "grace[3]", "grace.”3", "grace†": marks that lead a reader to a note. */
const FOOTNOTE_MARKS = /[¹²³⁰⁴-⁹ᵃ-ᶜ†‡§¶*]+|\[(?:\d{1,3}|[a-z])\]|(?<=\p{L}(?:[,;!?]|[.,!?]["”’]))\d{1,2}$/gu;

export const withoutFootnoteMarks = (text: string): string => text.replace(FOOTNOTE_MARKS, "");

/**
 * Reduces a text to the characters that are read aloud: ASCII, currency signs, and one em dash for every dash that is a pause.
 * Accents are removed, typographic quotes become plain, everything else (emoji, other scripts) becomes a space.
 */
export function foldForSpeech(text: string): string {
  return withoutFootnoteMarks(text)
    .replace(/(?<=\d)(?=[½⅓⅔¼¾])/gu, "&")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’‛ʼ′`´]/gu, "'")
    .replace(/[“”„‟«»″]/gu, '"')
    .replace(/--+|[―⸺⸻]/gu, "—")
    .replace(/[‐‑‒−]/gu, "-")
    .replace(/⁄/gu, "/")
    .replace(/[ßæÆœŒøØđðþÞłŁıᴏʀᴅ]/gu, (letter) => LIGATURES[letter] ?? " ")
    .replace(/[^\x20-\x7e—–£€¥°]/gu, " ");
}

const TOKEN =
  /(?<word>(?:[A-Za-z]\.){2,}|[A-Za-z]+(?:'[A-Za-z]+)*)|(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?)|(?<mark>\S)/gu;

/** Splits the displayed words of a sentence into words, numbers and marks. */
export function speechTokens(words: readonly { text: string }[]): SpeechToken[] {
  return words.flatMap(({ text }, owner) => {
    let end = -1;
    return Array.from(foldForSpeech(text).matchAll(TOKEN), (match): SpeechToken => {
      const glued = match.index === end;
      end = match.index + match[0].length;
      const kind = match.groups?.word !== undefined ? "word" : match.groups?.number !== undefined ? "number" : "mark";
      return { kind, text: match[0], owner, glued };
    });
  });
}
