/**
 * Has each voice of this program speak sermons of the built-in writer, and prints by voice what a listener would notice: words a minute, the
 * pause between paragraphs, loudness, true peak, clipping, silence. `npm run measure:voices -- 2`: two sermons instead of six. With VOICE=kokoro
 * those of Kokoro.
 */
import { readConfig } from "../server/config/config.ts";
import { createKokoroVoice } from "../server/vendors/voice/kokoro/kokoro.ts";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import { createFliteVoice } from "../server/vendors/voice/flite/flite.ts";
import { countSpokenWords, readSermon } from "../shared/sermon-text.ts";
import { VOICES } from "../shared/voices.ts";
import { measureRecording } from "./measure-recording.ts";

const TOPICS = [
  "I can’t sleep",
  "forgiving my father",
  "Psalm 23",
  "my mother has died",
  "thanks for a new child",
  "money worries",
];
const { signal } = new AbortController();

async function write(topic: string): Promise<string> {
  for await (const event of createComposer().write({ topic, minutes: 5, seed: topic, memory: [] }, signal))
    if (event.type === "done") return event.written.content;
  throw new Error(`no sermon on ${topic}`);
}

const range = (values: readonly number[], digits = 1): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

const sermons = await Promise.all(TOPICS.slice(0, Number(process.argv[2] ?? TOPICS.length)).map(write));
const chosen = readConfig(process.env).voice;
const voice = chosen.kind === "kokoro" ? createKokoroVoice(chosen) : createFliteVoice();
for (const name of VOICES) {
  const recordings = await Promise.all(
    sermons.map(async (content) => {
      const blocks = readSermon(content);
      const { mp3, timings } = await voice.speak({ blocks, voice: name }, signal);
      const ends = timings.sentences.map(({ end }) => end);
      const gaps = timings.sentences.slice(1).map(({ start }, i) => start - (ends[i] ?? start));
      return Object.assign(await measureRecording(mp3), { words: countSpokenWords(blocks), longestGap: Math.max(...gaps) });
    }),
  );
  const of = (pick: (recording: (typeof recordings)[number]) => number): number[] => recordings.map(pick);
  console.log(
    [
      name.padEnd(8),
      `${range(of(({ words, seconds }) => (words / seconds) * 60))} words/min`,
      `${range(of(({ seconds }) => seconds))} s`,
      `${range(
        of(({ lufs }) => lufs),
        2,
      )} LUFS`,
      `${range(
        of(({ truePeakDb }) => truePeakDb),
        2,
      )} dBTP`,
      `${of(({ clipped }) => clipped).reduce((sum, count) => sum + count, 0)} clipped`,
      `${range(of(({ silence }) => silence * 100))} % silent`,
      `longest pause ${range(
        of(({ longestGap }) => longestGap),
        2,
      )} s`,
    ].join("  "),
  );
}
await voice.close();
