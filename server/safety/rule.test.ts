import { expect, test } from "vitest";
import { ABUSE_RULES } from "./abuse/index.ts";
import { HARM_TO_OTHERS_RULES } from "./harm-to-others/index.ts";
import { MEDICAL_RULES } from "./medical/index.ts";
import { clauses, plainText, sentenceWindows } from "./plain-text.ts";
import type { Rule } from "./rule.ts";
import { SELF_HARM_RULES } from "./self-harm/index.ts";

function finds({ pattern, unless, acrossSentences }: Rule, text: string): boolean {
  const parts = (acrossSentences ? sentenceWindows : clauses)(plainText(text));
  return parts.some((part) => pattern.test(part) && !unless?.test(part));
}

const KINDS = {
  "self-harm": SELF_HARM_RULES,
  "harm to others": HARM_TO_OTHERS_RULES,
  abuse: ABUSE_RULES,
  medical: MEDICAL_RULES,
};

test.for(Object.entries(KINDS))("every sign of %s finds its own examples", ([, rules]) => {
  const missed = rules.flatMap((rule) => rule.examples.filter((text) => !finds(rule, text)));
  expect(missed).toEqual([]);
});
