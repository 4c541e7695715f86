import { PCM_HZ } from "./pcm.ts";
import { hasSound, type Reading } from "./speeches.ts";
import type { Span } from "./word-spans.ts";

/** How much longer the pause before an Amen is than the vendor's own between two sentences. */
const REST_SECONDS = 0.4;

interface Spoken {
  samples: Int16Array<ArrayBuffer>;
  spans: Span[];
}

/** The position of the first word of each "Amen" that follows another sentence. */
function amensOf(sentences: Reading): number[] {
  const found: number[] = [];
  let at = 0;
  for (const [i, words] of sentences.entries()) {
    if (i > 0 && /^\P{L}*amen\b/iu.test(words.find(hasSound) ?? "")) found.push(at);
    at += words.length;
  }
  return found;
}

/** Lengthens the pause before each "Amen", in its middle, where nothing is said. */
export function restBeforeAmen<T extends Spoken>(sentences: Reading, recording: T): T {
  const amens = amensOf(sentences);
  if (amens.length === 0) return recording;
  const rest = Math.round(REST_SECONDS * PCM_HZ);
  const samples = new Int16Array(recording.samples.length + amens.length * rest);
  const spans: Span[] = [];
  let [read, written] = [0, 0];
  for (const [i, [start, end]] of recording.spans.entries()) {
    if (amens.includes(i)) {
      const cut = Math.round((((recording.spans[i - 1]?.[1] ?? start) + start) / 2) * PCM_HZ);
      samples.set(recording.samples.subarray(read, cut), written);
      written += cut - read + rest;
      read = cut;
    }
    const moved = (written - read) / PCM_HZ;
    spans.push([start + moved, end + moved]);
  }
  samples.set(recording.samples.subarray(read), written);
  return { ...recording, samples, spans };
}
