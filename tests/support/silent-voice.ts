import { createFliteVoice, expectedSeconds } from "../../server/vendors/voice/flite/flite.ts";
import { silence } from "../../server/vendors/voice/mp3.ts";
import type { Voice } from "../../server/vendors/voice/voice.ts";

/**
 * The embedded voice with silence in place of speech, for tests that need a recording and not its sound: the file, its length and the times of
 * its words are made as always, without the seconds of a processor that five minutes of speech take.
 */
export const silentVoice = (): Voice =>
  createFliteVoice({
    pool: {
      run: async (block) => {
        const seconds = expectedSeconds(block);
        const each = seconds / Math.max(1, block.sentences.flat().length);
        let spoken = 0;
        const timesOf = (): [number, number] => [each * spoken, each * ++spoken];
        return { frames: silence(seconds), sentences: block.sentences.map((words) => words.map(timesOf)) };
      },
      close: async () => {},
    },
  });
