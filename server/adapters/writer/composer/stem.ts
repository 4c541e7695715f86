/** Lower-case words of a text; typographic apostrophes become plain, a possessive "'s" falls away. */
export function words(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/[’ʼ`]/gu, "'")
      .match(/\p{L}+(?:'\p{L}+)*/gu) ?? []
  ).map((word) => word.replace(/'s$/u, ""));
}

const ENDINGS = ["fulness", "ness", "ing", "ied", "ed", "en", "ers", "er", "ies", "es", "ly", "s", "e", "y"];

/**
 * A crude stem that joins the forms of one English word: forgive, forgives, forgiving, forgiven, forgiveness.
 * It need not be a word; it only has to be the same for lexicon and topic.
 */
export function stem(word: string): string {
  let found = word;
  for (let round = 0; round < 3; round++) {
    const ending = ENDINGS.find((e) => found.endsWith(e) && found.length - e.length >= (e.length > 1 ? 4 : 3));
    // A plural ends in its first "s" alone: "thesis" must not come down to "the", nor "praise" to "pray".
    if (!ending || found.includes("'") || (ending === "s" && round > 0) || found === "news") break;
    // "loneli" of "loneliness" is "lonely".
    found = found.slice(0, -ending.length).replace(/(?<=\p{L}{3})i$/u, "y");
    // running -> runn -> run, but "loss" and "tell" keep their double letter in every form.
    if (ending === "ing" || ending === "ed") found = found.replace(/([bdgmnprt])\1$/u, "$1");
  }
  return found;
}
