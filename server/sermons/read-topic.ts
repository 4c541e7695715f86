import { setTimeout } from "node:timers/promises";
import * as endpoints from "../../shared/endpoints/sermons.ts";
import { errors } from "../endpoints/errors.ts";
import { implement } from "../endpoints/implement.ts";
import { assessTopic } from "../safety/crisis-gate.ts";
import { textsIn } from "../safety/languages/texts.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { heardReadings } from "./heard-readings.ts";

/** After an answer its person waits for this many times as long as it took: one person alone cannot keep the process busy. */
const REST = 4;
const LONGEST_REST_MS = 400;

/** Until when the next topic of a person has to wait. */
const rests = new Map<string, Promise<void>>();
/** People whose next topic waits already. */
const waiting = new Set<string>();

/**
 * POST read-topic: says back what is heard in a topic while it is typed. Nothing is stored, logged or sent elsewhere. A topic that the
 * gate certainly stops has no reading: it is answered when its sermon is asked for. Topics in other languages are not read; their people
 * are told that the sermon will be in English.
 */
export const readTopic = implement(endpoints.readTopic, async ({ userId, body, context }) => {
  if (waiting.has(userId)) throw errors.tooManyRequests(1);
  waiting.add(userId);
  await rests.get(userId);
  waiting.delete(userId);
  const began = performance.now();
  try {
    const gate = assessTopic(body.prompt);
    if (gate.outcome === "declined" || (gate.outcome === "crisis" && gate.certain))
      return { readings: [], possible: [], audience: body.audience ?? "self", language: null };
    context.prepareVoice();
    const language = topicLanguage(body.prompt);
    const { audience, theme, facts: confirmed } = body;
    if (language === null) return { ...heardReadings(body.prompt, { audience, theme, confirmed }), language };
    const { code } = language;
    return {
      readings: [],
      possible: [],
      audience: body.audience ?? "self",
      language: { code, writesInEnglish: textsIn(code).writesInEnglish },
    };
  } finally {
    rest(userId, Math.min(LONGEST_REST_MS, REST * (performance.now() - began)));
  }
});

function rest(userId: string, milliseconds: number): void {
  const over = setTimeout(milliseconds, undefined, { ref: false });
  rests.set(userId, over);
  void over.finally(() => {
    if (rests.get(userId) === over) rests.delete(userId);
  });
}
