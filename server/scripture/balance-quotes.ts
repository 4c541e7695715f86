const LETTER = /\p{L}/u;
const STOP = /[.,;:!?—”’]/u;

/**
 * Completes the quotation marks of an excerpt: speech that starts before it or ends after it gets the missing marks (about 5,000
 * verses of WEB need this). `insideSpeech` says that the excerpt begins inside a speech. Words and punctuation are not changed.
 */
export function balanceQuotes(excerpt: string, insideSpeech = false): string {
  const open: ("“" | "‘")[] = insideSpeech ? ["“"] : [];
  let outer = "";
  let inner = "";
  let out = "";
  const chars = Array.from(excerpt);
  chars.forEach((char, i) => {
    const previous = chars[i - 1] ?? " ";
    const next = chars[i + 1] ?? " ";
    if (char === "“" || char === "‘") {
      // A paragraph inside a running speech opens again without having closed: one mark is enough.
      // After a comma ("saying, “") it is a speech within the speech.
      if (open.at(-1) === char && chars[i - 2] !== ",") return;
      open.push(char);
    } else if (char === "”") {
      while (open.at(-1) === "‘") {
        out += "’";
        open.pop();
      }
      if (open.pop() === undefined) outer += "“";
    } else if (char === "’" && !LETTER.test(next)) {
      // "fathers’ house" is an apostrophe; ",’" closes.
      if (STOP.test(previous) && !open.includes("‘")) inner += "‘";
      else if (open.at(-1) === "‘" && (STOP.test(previous) || !(isPossessive(chars, i) || closesLater(chars, i)))) open.pop();
    }
    out += char;
  });
  while (open.length > 0) out += open.pop() === "“" ? "”" : "’";
  return outer + (insideSpeech ? "“" : "") + inner + out;
}

/** "fathers’ house": a plural and the thing it owns. */
function isPossessive(chars: readonly string[], i: number): boolean {
  return chars[i - 1] === "s" && chars[i + 1] === " " && LETTER.test(chars[i + 2] ?? " ");
}

/** Whether a later mark, before another opening, closes the single quotation more surely than the one at `i`. */
function closesLater(chars: readonly string[], i: number): boolean {
  for (let j = i + 1; j < chars.length && chars[j] !== "‘"; j++)
    if (chars[j] === "’" && STOP.test(chars[j - 1] ?? " ") && !LETTER.test(chars[j + 1] ?? " ")) return true;
  return false;
}
