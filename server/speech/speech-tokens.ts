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
 * Folds a text to the characters that are read aloud: ASCII, the currency signs and one em dash sign for every dash that makes a
 * pause. Accents fall off, typographic quotes become plain, everything else (emoji, other scripts) becomes a space.
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

/** Cuts the displayed words of one sentence into words, numbers and marks. */
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
