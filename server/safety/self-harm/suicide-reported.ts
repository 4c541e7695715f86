import { regexSource } from "../../../shared/regex.ts";

/** Suicide as a subject, not as an intent: bereavement, teaching, helping, looking back, and other uses of the word. */
const reported = (dying: string): string => regexSource`
  \b(?:${dying}) (?:by|of|from) suicide|
  \b(?:lost|losing|loss)\b.{0,30}\b(?:to|by) suicide|
  \b(?:after|since|following) .{0,25}(?:'s|his|her|their) suicide|
  (?:'s|s') suicide|
  \b(?:his|her|their) (?:own )?suicide|
  \b(?:committed|completed) suicide|
  \b(?:
    grie[fv]\w*|bereaved|funeral|memorial|mourn\w*|widow\w*|preach\w*|teach\w*|bible say|bible study|scripture|
    study|paper|essay|lesson|sermon on|class|prevention|awareness|ministry|minister\w*|volunteer\w*|hotline|
    training|crisis line|statistics|rates?|book|film|movie|article|news
  )\b|
  \bsuicide (?:squeeze|mission|bomb\w*|drills?|door|pact|note from|survivors?|loss|watch)|
  \b(?:assisted|career|political|social) suicide|
  \b(?:
    attempted|attempt|tried|thought about|considered|wanted|used to
  )\b.{0,40}\b(?:(?:19|20)\d\d|years? ago|decades? ago|as a (?:teen\w*|kid|child)|when i was)|
  \bused to\b|
  \bsurvived\b|
  \b(?:saul|judas|samson|ahithophel|zimri|abimelech)\b|
  \b(?:am|was) (?:not|no longer|never) suicidal|
  (?:was|were|been) suicidal\b.{0,40}\b(?:last year|ago|better|no longer|thank)|
  \bnot suicide\b
`;

/** The source of an expression, for `unless`. */
export const SUICIDE_REPORTED = reported("died|dies|die|dead|death|dying");
/** Without "die" and "dying", which the writer may say of themselves: "do i go to hell if i die by suicide". */
export const SUICIDE_OF_THE_DEAD = reported("died|dies|dead|death");
