import type { Rule } from "../rule.ts";
import { CONTROL } from "./control.ts";
import { FEAR_AT_HOME } from "./fear-at-home.ts";
import { INJURIES } from "./injuries.ts";
import { NAMED_ABUSE } from "./named-abuse.ts";
import { SEXUAL_ABUSE } from "./sexual.ts";
import { STAYING } from "./staying.ts";
import { THREATS } from "./threats.ts";
import { VIOLENCE } from "./violence.ts";

/** Signs that somebody is abused, or abuses the writer. Points add up over a topic, so the order does not matter. */
export const ABUSE_RULES: readonly Rule[] = [
  ...VIOLENCE,
  ...SEXUAL_ABUSE,
  ...THREATS,
  ...FEAR_AT_HOME,
  ...INJURIES,
  ...CONTROL,
  ...STAYING,
  ...NAMED_ABUSE,
];
