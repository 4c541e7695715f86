import { hash } from "node:crypto";
import { assessText, assessTopic } from "../safety/crisis-gate.ts";

/**
 * Whether words of a person may stand on a page that others open: nothing hateful, no threat, no counsel that endangers. Of one's own
 * trouble or grief they may tell. Pure.
 */
export function isFitToShow(words: string): boolean {
  const gate = assessTopic(words);
  if (gate.outcome === "declined") return false;
  if (gate.outcome === "crisis" && gate.kind === "harm-to-others") return false;
  return assessText(words).outcome === "proceed";
}

/**
 * The same of a whole sermon, or of a topic, whose row its owner can write by themselves: asked with each page, by the rules for texts
 * alone, which need no model.
 */
export const isFitText = (text: string): boolean => assessText(text).outcome === "proceed";

/** Texts whose judgement is kept: one page asks for several files. */
const MOST_KEPT = 500;

/** `isFitText`, which remembers its answers by the texts' digests. */
export function rememberFitTexts(): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const digest = hash("sha256", text);
    const fits = known.get(digest) ?? isFitText(text);
    known.set(digest, fits);
    const [oldest] = known.keys();
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
    return fits;
  };
}
