import { regex } from "../../../shared/regex.ts";
import type { Rule } from "../rule.ts";

/** The plainest sentences in other languages, into which people may switch. */
export const OTHER_LANGUAGES: readonly Rule[] = [
  // Spanish, German, French, Portuguese, Italian, Tagalog, Swahili.
  {
    examples: [
      "quiero morir",
      "ich will nicht mehr leben",
      "je veux mourir",
      "quero morrer",
      "voglio morire",
      "ayoko nang mabuhay",
      "nataka kufa",
    ],
    points: 3,
    pattern: regex`
      \b(?:
        quiero (?:morir|matarme|morirme)|me quiero (?:morir|matar)|no quiero vivir|quitarme la vida|
        ich will (?:nicht mehr leben|sterben)|mich (?:umbringen|töten)|je veux mourir|me suicider|envie de mourir|
        quero morrer|me matar|voglio morire|uccidermi|ayoko nang mabuhay|gusto ko nang mamatay|nataka kufa
      )\b
    `,
  },
];
