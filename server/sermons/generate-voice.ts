import * as endpoints from "../../shared/endpoints/sermons.ts";
import { implement } from "../endpoints/implement.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { nameVoice } from "./choose-voice.privileged.ts";
import { findEntitledGeneration } from "./find-entitled-generation.ts";
import { requestDeadline } from "./generate-sermon.ts";
import { voiceOutput } from "./generation.ts";
import { finishedStep, type ObservedStep } from "./observe-step.ts";
import { retryVoice } from "./retry-voice.privileged.ts";

/**
 * POST generate-voice: waits for the recording of a text that was written for the caller, which begins with this call if no voice was named
 * before; records it again if that failed and `again` is set.
 */
export const generateVoice = implement(endpoints.generateVoice, async ({ context, caller, body, reply }) => {
  const grant = await findEntitledGeneration(context, caller, body);
  if (!grant) throw new FunctionError(403, "not_granted", "Only sermons that were written for you can be voiced.");
  const voice = body.voice ?? grant.voice;
  const first = grant.voice_chosen ? grant.voice : await nameVoice(context.db, grant.id, voice);

  const signal = requestDeadline(context, reply);
  const voiced = () => finishedStep(context, caller, grant.id, "voice", signal);
  const isDue = (step: ObservedStep | null): boolean => {
    if (step?.status === "error") return body.again;
    // The vendor may already have spoken with the voice that is asked for now.
    return step?.status === "completed" && ![first, voiceOutput.parse(step.output).voice].includes(voice);
  };
  let step = await voiced();
  if (isDue(step)) {
    // Wait for the runner, which may still be making the picture: it would save the former recording.
    await finishedStep(context, caller, grant.id, "save", signal);
    // Another request may have recorded it meanwhile.
    step = await voiced();
    if (isDue(step)) {
      await retryVoice(context.db, grant.id, voice);
      step = await voiced();
    }
  }
  if (!step)
    throw new FunctionError(
      504,
      "still_running",
      "The recording is taking longer than usual. It will appear with the sermon when it is ready.",
    );
  if (step.status === "error")
    throw new FunctionError(502, "voice_failed", "Could not generate the audio version, but the text is available.");

  const output = voiceOutput.parse(step.output);
  return {
    audioFileName: output.path,
    ...(output.partial && { message: "The sermon is too long to be read aloud in full. Only the first part was recorded." }),
    ...(output.voice !== voice && {
      voiceSubstituted: true,
      message: "Your selected voice was unavailable and replaced with the default voice.",
    }),
  };
});
