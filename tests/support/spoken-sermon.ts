import { createFliteVoice } from "../../server/vendors/voice/flite/flite.ts";
import { readSermon } from "../../shared/sermon-text.ts";
import type { Timings } from "../../shared/timings.ts";

/** A text with its recording and word times, spoken by the embedded voice as people get it: half a minute of speech takes about a second. */
export async function speak(content: string): Promise<{ content: string; audio: Buffer; timings: Timings }> {
  const voice = createFliteVoice({ workers: 1 });
  const { mp3, timings } = await voice.speak({ blocks: readSermon(content), voice: "John" }, new AbortController().signal);
  await voice.close();
  return { content, audio: Buffer.from(mp3), timings };
}
