import { hasSection } from "../../shared/draft.ts";
import type { Translation } from "../../shared/sermon.ts";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import type { WriteRequest, Writer, WrittenSermon } from "../vendors/writer/writer.ts";
import { WriterError } from "../vendors/writer/writer.ts";
import { resourceNote } from "../safety/answers.ts";
import { assessText, helpFor } from "../safety/crisis-gate.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { linesNamedIn } from "../safety/troubles.ts";
import { sha256, textOutput, type Generation } from "./generation.ts";
import { appendDraft, runStep, StepBusyError, StepError, type StepRun } from "./generation-step.privileged.ts";
import type { PartialText } from "./partial-text.ts";
import { countTrialDay, endTrialDay, refundTrialDay, releaseTrialDay } from "./trial-day.ts";
import { withUsageRecording, recordVendorStart } from "./vendor-start.privileged.ts";
import type { z } from "zod";

const FLUSH_MS = 150;
/** About two months of daily sermons. */
const REMEMBERED_SERMONS = 60;

export interface WriteTextOptions {
  db: Database;
  writer: Writer;
  budget: number | null;
}

/**
 * The text step: writes the text, streams the draft, passes finished parts to `partial` so that voice and image can start, checks
 * the result, and counts the trial day once a section was shown.
 */
export async function writeText(
  options: WriteTextOptions,
  generation: Generation,
  partial: PartialText,
  signal: AbortSignal,
): Promise<z.output<typeof textOutput> | null> {
  const { db, writer } = options;
  const onFailure = (tx: Transaction) => endWithoutText(tx, generation.id);
  return runStep(db, { generationId: generation.id, kind: "text", output: textOutput, signal, onFailure }, async (run) => {
    const { start, memory, translation } = await asService(db, async (tx) => {
      const id = await recordVendorStart(tx, {
        vendor: "writer",
        engine: writer.engine,
        generation,
        budget: options.budget,
        hold: writer.hold?.(generation.minutes),
      });
      const sermons = await tx.query<{ keys: string[] }>(
        `select keys from (
           select at, array_agg(key order by key) as keys from public.writer_memory where user_id = $1 group by at order by at desc limit $2
         ) lately order by at`,
        [generation.user_id, REMEMBERED_SERMONS],
      );
      const chosen = await tx.query<{ translation: Translation }>(
        "select bible_translation as translation from public.profiles where id = $1",
        [generation.user_id],
      );
      return { start: id, memory: sermons.rows.map(({ keys }) => keys), translation: chosen.rows[0]?.translation ?? "WEB" };
    });
    const request: WriteRequest = {
      topic: generation.prompt,
      minutes: generation.minutes,
      reading: generation.reading ?? undefined,
      seed: generation.id,
      memory,
      translation,
    };
    const written = await consumeWriterEvents(db, run, partial, withUsageRecording(db, start, writer.write(request, run.signal)));
    const found = assessText(written.content);
    if (found.outcome === "crisis")
      throw new StepError("withheld", { alsoInTransaction: (tx) => discardUnsafeText(tx, generation, found.kind) });
    if (found.outcome === "declined") throw new StepError("refused");
    // The lines for what the topic tells of, and the number of each line that the sermon names.
    const kinds = [...new Set([...helpFor(generation.prompt), ...linesNamedIn(written.content)])];
    const note = resourceNote(generation.region, kinds, topicLanguage(generation.prompt)?.code);
    const content = note === "" ? written.content : `${written.content}\n\n${note}`;
    return {
      output: { content, image: written.image },
      alsoInTransaction: (tx) => finishText(tx, generation, { ...written, content }, writer.engine),
    };
  });
}

/**
 * The text failed: ends the generation, fails the other steps so that nobody waits for them, and gives the trial day back if no
 * section was shown. A sermon that was to be written anew may be so again.
 */
async function endWithoutText(tx: Transaction, generationId: string): Promise<void> {
  await tx.query("update public.generations set state = 'failed', finished_at = now() where id = $1 and state = 'running'", [
    generationId,
  ]);
  await releaseTrialDay(tx, generationId);
  await tx.query(
    "update public.generations o set rewritten_at = null from public.generations r where r.id = $1 and o.id = r.rewrite_of",
    [generationId],
  );
  await tx.query(
    `update public.generation_steps set status = 'error', error_code = 'no_text', output = null, lease_until = null, finished_at = now()
     where generation_id = $1 and kind <> 'text' and status <> 'error'`,
    [generationId],
  );
}

/** Deletes a text that would endanger its hearer, and the topic; the person gets the crisis answer instead. */
async function discardUnsafeText(tx: Transaction, generation: Generation, kind: string): Promise<void> {
  await tx.query(
    "update public.generations set state = 'withheld', prompt = '', prompt_sha256 = '', reading = null, crisis_kind = $2 where id = $1",
    [generation.id, kind],
  );
  await tx.query("update public.generation_steps set draft = '' where generation_id = $1", [generation.id]);
  await refundTrialDay(tx, generation.id);
}

async function consumeWriterEvents(
  db: Database,
  run: StepRun,
  partial: PartialText,
  events: ReturnType<typeof withUsageRecording>,
): Promise<WrittenSermon> {
  let shown = "";
  let pending = "";
  let flushed = 0;
  try {
    for await (const event of events) {
      if (event.type === "done") return event.written;
      if (event.type === "image") {
        partial.showImage(event.image);
        continue;
      }
      partial.append(event.text);
      pending += event.text;
      if (performance.now() - flushed < FLUSH_MS) continue;
      const counts = !hasSection(shown) && hasSection(shown + pending);
      const alsoInTransaction = counts ? (tx: Transaction): Promise<void> => countTrialDay(tx, run.generationId) : undefined;
      if (!(await appendDraft(db, run, pending, alsoInTransaction))) throw new StepBusyError("the lease was lost");
      shown += pending;
      pending = "";
      flushed = performance.now();
    }
  } catch (error) {
    if (error instanceof WriterError) throw new StepError(error.code, { cause: error });
    throw error;
  }
  throw new StepError("unusable_output");
}

async function finishText(tx: Transaction, generation: Generation, written: WrittenSermon, engine: string): Promise<void> {
  await tx.query("update public.generations set text_sha256 = $2, engine = $3 where id = $1", [
    generation.id,
    sha256(written.content),
    engine,
  ]);
  await endTrialDay(tx, generation.id);
  await tx.query("insert into public.writer_memory (user_id, key) select distinct $1::uuid, unnest($2::text[])", [
    generation.user_id,
    written.memory,
  ]);
}
