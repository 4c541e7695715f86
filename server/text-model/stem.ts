/** Irregular forms, by their base word. */
const IRREGULAR = new Map(
  [
    "die: died dying dies dead, hang: hung, lay: laying laid, lie: lying lies, take: took taken",
    "drink: drank drunk, eat: ate eaten, sleep: slept, wake: woke, hit: hitting, cut: cutting, beat: beaten",
    "shoot: shot, stab: stabbed, bleed: bled, fall: fell, hold: held, throw: threw thrown",
    "break: broke broken, bite: bit bitten, sell: sold, buy: bought, go: went gone going goes, come: came",
    "leave: left leaving, keep: kept, feel: felt, tell: told, say: said says, write: wrote written writing",
    "know: knew, think: thought, make: made, get: getting got, find: found, give: gave given",
    "have: had has having, be: was were is are am been being, do: did does doing done, child: children",
    "woman: women, man: men",
  ]
    .flatMap((line) => line.split(", "))
    .flatMap((entry) => {
      const [base = "", forms = ""] = entry.split(": ");
      return forms.split(" ").map((form): [string, string] => [form, base]);
    }),
);

/** The stem of a word: "jumps", "jumped" and "jumping" have the same one. Not always a word itself. */
export function stem(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined || word.length <= 4) return known ?? word;
  let rest = word.replace(/(?:'s|s')$/u, "").replace(/ie[sd]$/u, "y");
  const bare = rest.replace(/(?:ing|ed)$/u, "");
  if (bare !== rest && rest.length > 5) {
    if (/[aeiouy]/u.test(bare)) rest = /([bdgkmnprtz])\1$/u.test(bare) ? bare.slice(0, -1) : bare;
  } else if (/[^su]s$/u.test(rest)) rest = rest.slice(0, -1);
  return rest.length > 4 ? rest.replace(/e$/u, "") : rest;
}
