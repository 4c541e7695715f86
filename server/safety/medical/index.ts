import type { Rule } from "../rule.ts";
import { BLEEDING_AND_INJURY } from "./bleeding-and-injury.ts";
import { BREATHING_AND_CONSCIOUSNESS } from "./breathing-and-consciousness.ts";
import { OVERDOSE_AND_POISON } from "./overdose-and-poison.ts";
import { PSYCHOSIS } from "./psychosis.ts";
import { REFUSED_TREATMENT } from "./refused-treatment.ts";
import { SUDDEN_ILLNESS } from "./sudden-illness.ts";

/** Signs that somebody's body or mind needs a doctor now. Points add up over a topic, so the order does not matter. */
export const MEDICAL_RULES: readonly Rule[] = [
  ...SUDDEN_ILLNESS,
  ...BREATHING_AND_CONSCIOUSNESS,
  ...BLEEDING_AND_INJURY,
  ...OVERDOSE_AND_POISON,
  ...REFUSED_TREATMENT,
  ...PSYCHOSIS,
];
