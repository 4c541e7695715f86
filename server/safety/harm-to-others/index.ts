import type { Rule } from "../rule.ts";
import { ATTACKS } from "./attacks.ts";
import { DESIRE_FOR_CHILDREN } from "./desire-for-children.ts";
import { DONE_ALREADY } from "./done-already.ts";
import { INTENT_TO_HARM } from "./intent.ts";
import { REVENGE_AND_WEAPONS } from "./revenge-and-weapons.ts";
import { VOICES_AND_IMPULSES } from "./voices-and-impulses.ts";

/** Signs that the writer, or somebody near them, may harm another person. Points add up over a topic, so the order does not matter. */
export const HARM_TO_OTHERS_RULES: readonly Rule[] = [
  ...INTENT_TO_HARM,
  ...DONE_ALREADY,
  ...VOICES_AND_IMPULSES,
  ...DESIRE_FOR_CHILDREN,
  ...ATTACKS,
  ...REVENGE_AND_WEAPONS,
];
