import type { Accent } from "./accent.ts";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES = ["", "thousand", "million", "billion", "trillion"];
const ORDINALS: Record<string, string> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const MAX_CARDINAL_DIGITS = 15;
const MAX_SINGLE_DIGITS = 20;

function belowThousand(n: number, accent: Accent): string[] {
  const hundreds = Math.floor(n / 100);
  const rest = n % 100;
  const said = hundreds > 0 ? [SMALL[hundreds] ?? "", "hundred"] : [];
  if (said.length > 0 && rest > 0 && accent === "british") said.push("and");
  if (rest >= 20) said.push(TENS[Math.floor(rest / 10)] ?? "", ...(rest % 10 > 0 ? [SMALL[rest % 10] ?? ""] : []));
  else if (rest > 0) said.push(SMALL[rest] ?? "");
  return said;
}

/** The digits one by one, "988" -> nine eight eight; only the first 20 of a longer run. */
export function singleDigits(digits: string): string[] {
  return Array.from(digits.slice(0, MAX_SINGLE_DIGITS), (digit) => SMALL[Number(digit)] ?? "");
}

/**
 * A whole number written with digits only, "105" -> one hundred five, in British one hundred and five. A leading zero or over 15 digits is
 * read digit by digit.
 */
export function cardinal(digits: string, accent: Accent = "american"): string[] {
  if (digits.length > MAX_CARDINAL_DIGITS || (digits.length > 1 && digits.startsWith("0"))) return singleDigits(digits);
  const value = Number(digits);
  if (value === 0) return ["zero"];
  const said: string[] = [];
  for (let scale = SCALES.length - 1; scale >= 0; scale--) {
    const group = Math.floor(value / 1000 ** scale) % 1000;
    const isLastSmall = scale === 0 && group > 0 && group < 100 && said.length > 0;
    if (isLastSmall && accent === "british") said.push("and");
    if (group > 0) said.push(...belowThousand(group, accent), ...(scale > 0 ? [SCALES[scale] ?? ""] : []));
  }
  return said;
}

function withLast(said: string[], change: (last: string) => string): string[] {
  return said.map((word, i) => (i === said.length - 1 ? change(word) : word));
}

/** "21" -> twenty first. */
export function ordinal(digits: string, accent: Accent = "american"): string[] {
  return withLast(
    cardinal(digits, accent),
    (last) => ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last.replace(/t$/u, "")}th`),
  );
}

/** A four-digit year from 1100 to 2099, "1905" -> nineteen oh five, "2006" -> two thousand six; else null. */
export function year(digits: string): string[] | null {
  if (!/^(?:1[1-9]|20)\d\d$/u.test(digits)) return null;
  if (digits.startsWith("200")) return cardinal(digits);
  const [century, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (rest === "00") return [...cardinal(century), "hundred"];
  return [...cardinal(century), ...(rest.startsWith("0") ? ["oh"] : []), ...cardinal(String(Number(rest)))];
}

/** The year of an era: "586" of "586 BC" -> five eighty six, "70" of "AD 70" -> seventy. */
export function yearOfEra(digits: string): string[] {
  if (!/^[1-9]\d{2,3}$/u.test(digits) || digits.endsWith("00")) return cardinal(digits);
  const rest = digits.slice(-2);
  return [...cardinal(digits.slice(0, -2)), ...(rest.startsWith("0") ? ["oh"] : []), ...cardinal(String(Number(rest)))];
}

/** "1990" -> nineteen nineties; "90" -> nineties. */
export function decade(digits: string): string[] {
  return withLast(year(digits) ?? cardinal(digits), (last) => (last.endsWith("y") ? `${last.slice(0, -1)}ies` : `${last}s`));
}

/** A number as it stands in a text: "1,200", "3.5", "1984", "40". */
export function numberWords(text: string, accent: Accent = "american"): string[] {
  const [whole = "", fraction] = text.replaceAll(",", "").split(".");
  if (fraction !== undefined) return [...cardinal(whole, accent), "point", ...singleDigits(fraction)];
  return (text.includes(",") ? null : year(whole)) ?? cardinal(whole, accent);
}
