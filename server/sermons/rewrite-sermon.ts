import { queryAsUser } from "@lampstand/database";
import * as endpoints from "../../shared/endpoints/sermons.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { implement } from "../endpoints/implement.ts";
import { crisisAnswer, DECLINED_MESSAGE } from "../safety/answers.ts";
import { assessTopic } from "../safety/crisis-gate.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { requireConsent } from "./consent.ts";
import { themeHeard } from "./heard-readings.ts";
import { rewriteGeneration } from "./rewrite-generation.privileged.ts";

/** POST rewrite-sermon: writes a sermon of the caller's that missed anew after another reading of its topic, once and for nothing. */
export const rewriteSermon = implement(endpoints.rewriteSermon, async ({ context, caller, userId, body, request }) => {
  const found = await queryAsUser<{ prompt: string; reading: string | null }>(
    context.db,
    { claims: caller },
    { text: "select prompt, reading from public.generations where id = $1 and state <> 'withheld'", values: [body.sermonId] },
    { readOnly: true },
  );
  const [sermon] = found.rows;
  if (!sermon) throw new FunctionError(404, "sermon_not_found", "Only sermons that were written for you can be written anew.");
  const locale = request.headers["accept-language"];

  // The gate may have learned since. Where it is not certain, it was asked already whether somebody is in danger.
  const gate = assessTopic(sermon.prompt);
  if (gate.outcome === "crisis" && gate.certain)
    return { crisis: crisisAnswer(gate, locale, topicLanguage(sermon.prompt)?.code) };
  if (gate.outcome === "declined") throw new FunctionError(422, "topic_declined", DECLINED_MESSAGE);
  await requireConsent(context, caller);

  const missedTheme = themeHeard(sermon.prompt, sermon.reading);
  return { generationId: await rewriteGeneration(context.db, { ...body, userId, locale, missedTheme }) };
});
