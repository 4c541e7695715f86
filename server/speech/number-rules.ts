import { cardinal, decade, numberWords, ordinal, singleDigits } from "./number-words.ts";
import { isDigits, isMark, isWord, type Rule } from "./rules.ts";

const CURRENCIES: ReadonlyMap<string, [unit: string, cent: string]> = new Map(
  Object.entries({
    $: ["dollar", "cent"],
    "£": ["pound", "penny"],
    "€": ["euro", "cent"],
    "¥": ["yen", "yen"],
  }),
);
const plural = (unit: string, count: string): string =>
  /^0*1$/u.test(count) || unit === "yen" ? unit : unit === "penny" ? "pence" : `${unit}s`;

/** "$14.99" -> fourteen dollars and ninety nine cents; "$5 million" -> five million dollars. */
const money: Rule = ({ tokens, accent, say }, at) => {
  const [sign, amount, scale] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  const [unit, cent] = CURRENCIES.get(sign?.text ?? "") ?? [];
  if (sign?.kind !== "mark" || !unit || !cent || amount?.kind !== "number") return 0;
  if (isWord(scale, /^(?:thousand|million|billion|trillion)$/iu)) {
    say(amount, ...numberWords(amount.text, accent));
    say(scale, scale.text.toLowerCase(), `${unit}s`);
    return 3;
  }
  const [whole = "", fraction = ""] = amount.text.replaceAll(",", "").split(".");
  if (fraction.length !== 2) {
    say(amount, ...(fraction ? numberWords(amount.text, accent) : cardinal(whole, accent)), plural(unit, amount.text));
  } else {
    say(amount, ...cardinal(whole, accent), plural(unit, whole));
    if (fraction !== "00") say(amount, "and", ...cardinal(String(Number(fraction))), plural(cent, fraction));
  }
  return 2;
};

const CLOCK_CUE = /^(?:at|by|until|till|before|after|around|about|past)$/iu;
const HALF_OF_DAY = /^(?:am|pm|a\.m\.|p\.m\.)$/iu;

/** "7:30" after "at" or before "a.m." -> seven thirty. */
const clock: Rule = ({ tokens, say }, at) => {
  const [hour, colon, minute, half] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  if (!isDigits(hour) || !isMark(colon, ":") || !isDigits(minute) || !minute.glued) return 0;
  if (Number(hour.text) > 24 || !/^[0-5]\d$/u.test(minute.text)) return 0;
  const hasHalf = isWord(half, HALF_OF_DAY);
  if (!hasHalf && !isWord(tokens[at - 1], CLOCK_CUE)) return 0;
  say(hour, ...cardinal(String(Number(hour.text))));
  if (minute.text === "00") say(minute, ...(hasHalf ? [] : ["o'clock"]));
  else say(minute, ...(minute.text.startsWith("0") ? ["oh"] : []), ...cardinal(String(Number(minute.text))));
  return 3;
};

/** "am" and "pm" after a time: "8pm". Elsewhere "am" is a word. */
const halfOfDay: Rule = ({ tokens, say }, at) => {
  const half = tokens[at];
  if (!isWord(half, /^(?:am|pm)$/iu) || tokens[at - 1]?.kind !== "number") return 0;
  say(half, half.text.toLowerCase().startsWith("a") ? "aey" : "p", "m");
  return 1;
};

/** "800-273-8255": each digit, with pauses between the groups. */
const telephone: Rule = ({ tokens, say, pause }, at) => {
  let next = at;
  const groups = [tokens[at]];
  while (isMark(tokens[next + 1], "-") && tokens[next + 1]?.glued && isDigits(tokens[next + 2]) && tokens[next + 2]?.glued) {
    groups.push(tokens[next + 2]);
    next += 2;
  }
  if (!isDigits(groups[0]) || groups.length < 3 || (groups.at(-1)?.text.length ?? 0) < 4) return 0;
  for (const [i, group] of groups.entries()) {
    if (i > 0) pause();
    if (group) say(group, ...singleDigits(group.text));
  }
  return next - at + 1;
};

const UNITS: ReadonlyMap<string, [one: string, many: string]> = new Map(
  Object.entries({
    ft: ["foot", "feet"],
    lb: ["pound", "pounds"],
    lbs: ["pound", "pounds"],
    oz: ["ounce", "ounces"],
    mi: ["mile", "miles"],
    mph: ["mile an hour", "miles an hour"],
    km: ["kilometer", "kilometers"],
    cm: ["centimeter", "centimeters"],
    mm: ["millimeter", "millimeters"],
    kg: ["kilogram", "kilograms"],
    hr: ["hour", "hours"],
    hrs: ["hour", "hours"],
    min: ["minute", "minutes"],
    mins: ["minute", "minutes"],
    sec: ["second", "seconds"],
  }),
);

/** "6 ft." -> six feet, "20 °C" -> twenty degrees Celsius. */
const unit: Rule = ({ tokens, say }, at) => {
  const [name, next] = [tokens[at], tokens[at + 1]];
  if (isMark(name, "°") && isWord(next, /^[CF]$/u)) {
    say(name, "degrees");
    say(next, next.text === "C" ? "celsius" : "fahrenheit");
    return 2;
  }
  const [one, many] = (name?.kind === "word" && UNITS.get(name.text)) || [];
  const count = tokens[at - 1];
  if (!name || !one || !many || count?.kind !== "number") return 0;
  say(name, ...(count.text === "1" ? one : many).split(" "));
  return isMark(next, ".") && tokens[at + 2] ? 2 : 1;
};

const EMERGENCY_NUMBERS = new Set(["911", "988", "999"]);
const FRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "1/2": "one half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters" }),
);

/** Every other number: "21st", "1990s", "5–10", "1/2", "40", "1,200", "3.5". */
const number: Rule = ({ tokens, accent, say }, at) => {
  const [first, mark, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first?.kind !== "number") return 0;
  if (isWord(mark, /^(?:st|nd|rd|th)$/iu) && mark.glued) {
    say(first, ...ordinal(first.text.replaceAll(",", ""), accent));
    return 2;
  }
  if (isWord(mark, /^s$/u) && mark.glued) {
    say(first, ...decade(first.text));
    return 2;
  }
  if (mark?.glued && second?.glued && second.kind === "number") {
    if (isMark(mark, "-–—")) {
      say(first, ...numberWords(first.text, accent));
      say(second, "to", ...numberWords(second.text, accent));
      return 3;
    }
    const fraction = isMark(mark, "/") ? FRACTIONS.get(`${first.text}/${second.text}`) : undefined;
    if (fraction) {
      say(first, ...fraction.split(" "));
      return 3;
    }
  }
  say(first, ...(EMERGENCY_NUMBERS.has(first.text) ? singleDigits(first.text) : numberWords(first.text, accent)));
  return 1;
};

const romanValue = (numeral: string): number => {
  const digits = Array.from(numeral.toUpperCase(), (letter) => ({ I: 1, V: 5, X: 10, L: 50, C: 100 })[letter] ?? 0);
  return digits.reduce((sum, digit, i) => (digit < (digits[i + 1] ?? 0) ? sum - digit : sum + digit), 0);
};
const ROMAN = /^(?=.)(?:C{0,3}(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3}))$/iu;
const NUMBERED_THING = /^(?:chapters?|parts?|books?|volumes?|psalms?|acts?|sections?|points?|wars?)$/iu;

/** "Psalm XXIII" -> twenty three, "Henry VIII" -> the eighth. "I" is a pronoun, and single letters may be names. */
const roman: Rule = ({ tokens, say }, at) => {
  const [before, numeral] = [tokens[at - 1], tokens[at]];
  if (!isWord(numeral, ROMAN) || before?.kind !== "word") return 0;
  const value = String(romanValue(numeral.text));
  if (NUMBERED_THING.test(before.text) && numeral.text !== "I") {
    say(numeral, ...cardinal(value));
    return 1;
  }
  const isOfName = /^[A-Z][a-z]+$/u.test(before.text) && /^[IVX]{2,}$/u.test(numeral.text);
  if (!isOfName) return 0;
  say(numeral, "the", ...ordinal(value));
  return 1;
};

export const AMOUNT_RULES: readonly Rule[] = [money, clock];
export const NUMBER_RULES: readonly Rule[] = [telephone, number, halfOfDay, unit, roman];
