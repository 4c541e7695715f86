import { committedModel, likelihoods, type FactModel } from "./facts/model.ts";
import type { TextRequest } from "./request.ts";

/** For whom a sermon is: the person who asks, about themselves or about somebody close; or hearers whom they will speak to. */
export const AUDIENCES = ["self", "other", "congregation", "group", "children"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Hearers that the person who asks will speak to. */
export const isPublic = (audience: Audience): boolean => audience !== "self" && audience !== "other";

/**
 * The probability from which a sermon is for somebody else than the person who asks; lower if the topic names a feast or a form,
 * higher if the sermon would tell the person that the trouble is not theirs.
 */
const CLEAR = { unasked: 0.75, asked: 0.45, other: 0.92 };

/** For whom a topic asks a sermon. Pure. */
export function audienceOf(topic: string, { form, occasion }: TextRequest, model: FactModel = committedModel()): Audience {
  const likely = likelihoods(topic, model.audiences, model.spelled);
  const best = AUDIENCES.toSorted((a, b) => (likely.get(b) ?? 0) - (likely.get(a) ?? 0))[0] ?? "self";
  const isAsked = isPublic(best) && (form !== null || occasion !== null);
  const clear = best === "other" ? CLEAR.other : isAsked ? CLEAR.asked : CLEAR.unasked;
  if ((likely.get(best) ?? 0) >= clear) return best;
  return form === null || form === "prayer" || form === "letter" ? "self" : "congregation";
}
