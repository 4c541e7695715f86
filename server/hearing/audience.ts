import { AUDIENCES, type Audience } from "../../shared/reading.ts";
import { likelyByMeaning } from "../sentence-encoder/by-meaning.ts";
import { committedModel, likelihoods, type FactModel } from "./facts/model.ts";
import { isGiftFor } from "./handed-over.ts";
import { isForKin } from "./people.ts";
import { isNamedBy, readPhrase } from "./phrase.ts";
import { asksForHomily, type TextRequest } from "./request.ts";
import { stem, words } from "./stem.ts";

/** Hearers that the person who asks will speak to. */
export const isPublic = (audience: Audience): boolean => audience !== "self" && audience !== "other";

/**
 * The probability from which a sermon is for somebody else than the person who asks; lower if the topic names a feast or a form,
 * higher if the sermon would tell the person that the trouble is not theirs.
 */
const CLEAR = { unasked: 0.55, asked: 0.35, other: 0.85 };
/** The probability that there are hearers from which words about a feast or a church mean them. */
const LIKELY_HEARERS = 0.3;

const OWN = /(?<![\p{L}’'])(?:i|i[’']?m|i[’']?ve|me|my|mine|myself)(?!\p{L})/iu;
const GROUP = [
  "home|small|house|life|prayer|cell|bible|study|youth group",
  "homegroup|housegroup|housechurch",
  "house church|fellowship",
  "bible study",
  "youth night|nite|club|retreat|friday|saturday|fellowship",
  "coin|chip|medallion|celebration night",
  "kitchen|flower|cleaning|welcome team",
  "confirmation class|candidates|group",
  "away day",
  "team devotion",
  "coffee morning",
  "mothers union",
  "mens breakfast",
  "womens breakfast|group|meeting",
].map(readPhrase);
/** A topic that begins so is about a service that the person will hold. */
const SERVICE = ["funeral|memorial|requiem|burial|baptism|christening|wedding|dedication"].map(readPhrase);
const ARTICLE = ["a|an|the|our"].map(readPhrase);
const CHURCH = [
  "congregation|parish|parishioner|vigil|preach",
  "prison|hospital|rehab|school|college|university|hospice chapel",
  "chapel service|sermon|talk",
  "sunday mass|service|sermon|morning",
  "sermon for",
  "wedding|funeral|easter|christmas sermon|talk|address",
  "mothers day sermon|talk|address",
].map(readPhrase);

/** The hearers that a topic names by words for them; null if it names none. */
function hearersIn(topic: string, { occasion }: TextRequest, likely: ReadonlyMap<string, number>): Audience | null {
  const isOwn = OWN.test(topic);
  const stems = words(topic).map(stem);
  if (isNamedBy(GROUP, stems) && (!isOwn || (likely.get("group") ?? 0) >= LIKELY_HEARERS)) return "group";
  const isService = stems.length > 1 && isNamedBy(SERVICE, stems, isNamedBy(ARTICLE, stems, 0) ? 1 : 0);
  // "Funeral Thursday, I never met him": whoever holds it may speak of themselves.
  if (isOwn && !(isService && (likely.get("congregation") ?? 0) >= LIKELY_HEARERS)) return null;
  const others = AUDIENCES.filter(isPublic);
  const sum = others.reduce((all, one) => all + (likely.get(one) ?? 0), 0);
  const isOfChurch = occasion !== null || isNamedBy(CHURCH, stems) || asksForHomily(topic);
  if (!isService && (sum < LIKELY_HEARERS || !isOfChurch)) return null;
  return others.find((one) => (likely.get(one) ?? 0) >= CLEAR.unasked) ?? "congregation";
}

/** For whom a topic asks a sermon. Pure. */
export function audienceOf(topic: string, request: TextRequest, model: FactModel = committedModel()): Audience {
  const byWords = likelihoods(topic, model.audiences, model.spelled);
  const byMeaning = likelyByMeaning(topic, "audiences", model.encoder) ?? byWords;
  const likely = new Map([...byWords].map(([one, share]) => [one, (share + (byMeaning.get(one) ?? share)) / 2]));
  const named = hearersIn(topic, request, likely);
  if (named) return named;
  const { form, occasion } = request;
  if ((isForKin(topic) || isGiftFor(topic)) && !isNamedBy(SERVICE, words(topic).map(stem)) && !asksForHomily(topic))
    return "other";
  const best = AUDIENCES.toSorted((a, b) => (likely.get(b) ?? 0) - (likely.get(a) ?? 0))[0] ?? "self";
  const isAsked = isPublic(best) && (form !== null || occasion !== null);
  // A homily is spoken to hearers, whomever it is about.
  if (best === "other" && asksForHomily(topic)) return "congregation";
  const clear = best === "other" ? CLEAR.other : isAsked ? CLEAR.asked : CLEAR.unasked;
  if ((likely.get(best) ?? 0) >= clear) return best;
  return form === null || form === "prayer" || form === "letter" ? "self" : "congregation";
}
