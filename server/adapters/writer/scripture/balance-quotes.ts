const LETTER = /\p{L}/u;
const STOP = /[.,;:!?—”]/u;

/**
 * Closes and opens the quotation marks of an excerpt, so that speech which runs across its edges still reads as speech.
 * About 5,000 verses of WEB open or close a speech that ends or begins elsewhere. Words and punctuation stay as they are.
 */
export function balanceQuotes(excerpt: string): string {
  const open: ("“" | "‘")[] = [];
  let before = "";
  let out = "";
  const chars = [...excerpt];
  chars.forEach((char, i) => {
    const previous = chars[i - 1] ?? " ";
    const next = chars[i + 1] ?? " ";
    if (char === "“") {
      // A paragraph inside a running speech opens again without having closed: one mark is enough.
      if (open.at(-1) === "“") return;
      open.push("“");
    } else if (char === "‘") {
      open.push("‘");
    } else if (char === "”") {
      while (open.at(-1) === "‘") {
        out += "’";
        open.pop();
      }
      if (open.pop() === undefined) before = `“${before}`;
    } else if (char === "’" && !LETTER.test(next)) {
      // "fathers’ house" is an apostrophe; ",’" closes.
      if (STOP.test(previous) && open.at(-1) !== "‘" && !open.includes("‘")) before = `‘${before}`;
      else if (open.at(-1) === "‘" && (STOP.test(previous) || !closesLater(chars, i))) open.pop();
    }
    out += char;
  });
  while (open.length > 0) out += open.pop() === "“" ? "”" : "’";
  return before + out;
}

/** Whether a later mark, before another opening, closes the single quotation more surely than the one at `i`. */
function closesLater(chars: readonly string[], i: number): boolean {
  for (let j = i + 1; j < chars.length && chars[j] !== "‘"; j++)
    if (chars[j] === "’" && STOP.test(chars[j - 1] ?? " ") && !LETTER.test(chars[j + 1] ?? " ")) return true;
  return false;
}
