import type { Rule } from "../rule.ts";
import { ATTEMPTS } from "./attempts.ts";
import { BURDEN } from "./burden.ts";
import { DANGEROUS_PLACES } from "./dangerous-places.ts";
import { DEATH_FROM_OUTSIDE } from "./death-from-outside.ts";
import { FAREWELL } from "./farewell.ts";
import { MEANS_OF_SUICIDE } from "./means.ts";
import { NO_REASON_TO_LIVE } from "./no-reason-to-live.ts";
import { PLANS } from "./plans.ts";
import { SELF_INJURY } from "./self-injury.ts";
import { SOMEBODY_NEAR } from "./somebody-near.ts";
import { SUICIDE_AND_FAITH } from "./suicide-and-faith.ts";
import { SUICIDE_NAMED } from "./suicide-named.ts";
import { WANTING_IT_OVER } from "./wanting-it-over.ts";
import { WEAK_SIGNS } from "./weak-signs.ts";
import { WISH_TO_DIE } from "./wish-to-die.ts";

/** Signs that somebody may end or injure their own life. Points add up over a topic, so the order does not matter. */
export const SELF_HARM_RULES: readonly Rule[] = [
  ...SUICIDE_NAMED,
  ...SELF_INJURY,
  ...WISH_TO_DIE,
  ...WANTING_IT_OVER,
  ...NO_REASON_TO_LIVE,
  ...DEATH_FROM_OUTSIDE,
  ...BURDEN,
  ...MEANS_OF_SUICIDE,
  ...DANGEROUS_PLACES,
  ...PLANS,
  ...FAREWELL,
  ...ATTEMPTS,
  ...SUICIDE_AND_FAITH,
  ...SOMEBODY_NEAR,
  ...WEAK_SIGNS,
];
