import { committedModel, likelihoods, type FactModel } from "./facts/model.ts";
import type { TextRequest } from "./request.ts";

/** For whom a sermon is: the person who asks, about themselves or about somebody close; or hearers whom they will speak to. */
export const AUDIENCES = ["self", "other", "congregation", "group", "children"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Hearers that the person who asks will speak to. */
export const isPublic = (audience: Audience): boolean => audience !== "self" && audience !== "other";

/** Anything but `self` counts from this probability on; higher where the sermon would say that the trouble is somebody else's. */
const CLEAR = { other: 0.75, public: 0.5 };

/** For whom a topic asks a sermon. Pure. */
export function audienceOf(topic: string, { form }: TextRequest, model: FactModel = committedModel()): Audience {
  const likely = likelihoods(topic, model.audiences, model.spelled);
  const best = AUDIENCES.toSorted((a, b) => (likely.get(b) ?? 0) - (likely.get(a) ?? 0))[0] ?? "self";
  const isAddressed = form === "homily" || form === "points" || form === "outline" || form === "lesson";
  if ((likely.get(best) ?? 0) >= (isPublic(best) ? CLEAR.public : CLEAR.other)) return best;
  return isAddressed ? "congregation" : "self";
}
