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
};

/**
 * Reduces a text to the characters that are read aloud: ASCII, currency signs, and one em dash for every dash that is a pause.
 * Accents are removed, typographic quotes become plain, everything else (emoji, other scripts) becomes a space.
 */
export function foldForSpeech(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’‛ʼ′`´]/gu, "'")
    .replace(/[“”„‟«»″]/gu, '"')
    .replace(/--+|[―⸺⸻]/gu, "—")
    .replace(/[‐‑‒−]/gu, "-")
    .replace(/⁄/gu, "/")
    .replace(/[ßæÆœŒøØđðþÞłŁı]/gu, (letter) => LIGATURES[letter] ?? " ")
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
