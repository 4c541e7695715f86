import { weighFacts } from "../hearing/facts/read-facts.ts";
import { isSaid } from "../hearing/reading.ts";
import { assessTopic, helpFor } from "../safety/crisis-gate.ts";
import { linesNamedIn } from "../safety/troubles.ts";

/** Why a person is asked twice before a sermon is given away. */
export type Care = "danger" | "memory";

const IN_MEMORY =
  /\b(?:in (?:\w+ )?memory|in remembrance|rest in peace|r\.?i\.?p\.?\b|who (?:has )?(?:died|passed)|the late)\b/iu;

interface Given {
  topic: string;
  content: string;
  dedication: string | null | undefined;
}

/** Whether a sermon touched danger, or is in memory of somebody; null for most. Danger comes first. Pure. */
export function careFor({ topic, content, dedication }: Given): Care | null {
  if (assessTopic(topic).outcome === "crisis" || helpFor(topic).length > 0 || linesNamedIn(content).length > 0) return "danger";
  const bereaved = weighFacts(topic).get("bereaved") ?? 0;
  if (isSaid("bereaved", bereaved) || IN_MEMORY.test(topic) || IN_MEMORY.test(dedication ?? "")) return "memory";
  return null;
}
