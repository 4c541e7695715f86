import type { Background } from "./settings.ts";

// Quiet sounds under the voice, made by Web Audio: no file is fetched.

const FADE_SECONDS = 2;
/** How loud each is beside a voice of -16 LUFS. */
const LEVELS: Record<Exclude<Background, "None">, number> = { Rain: 0.05, Room: 0.3, "Soft tones": 0.035 };
/** An open fifth over two octaves, without a third: neither glad nor sad. */
const TONES = [110, 164.81, 220, 329.63];

function noise(context: AudioContext): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, context.sampleRate * 5, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  return source;
}

function filter(context: AudioContext, type: BiquadFilterType, frequency: number): BiquadFilterNode {
  const node = context.createBiquadFilter();
  node.type = type;
  node.frequency.value = frequency;
  return node;
}

/** Lets a sound swell and ebb by a third, as slowly as breath. */
function breathe(context: AudioContext, sound: AudioNode, frequency: number): AudioNode {
  const gain = context.createGain();
  const swing = context.createOscillator();
  const depth = context.createGain();
  gain.gain.value = 0.7;
  swing.frequency.value = frequency;
  depth.gain.value = 0.3;
  swing.connect(depth).connect(gain.gain);
  swing.start();
  return sound.connect(gain);
}

function play(context: AudioContext, kind: Exclude<Background, "None">, output: AudioNode): void {
  if (kind === "Soft tones") {
    for (const [i, frequency] of TONES.entries()) {
      const tone = context.createOscillator();
      tone.frequency.value = frequency;
      breathe(context, tone, 0.05 + i * 0.017).connect(output);
      tone.start();
    }
    return;
  }
  const source = noise(context);
  if (kind === "Room") source.connect(filter(context, "lowpass", 160)).connect(output);
  else
    breathe(context, source.connect(filter(context, "highpass", 900)).connect(filter(context, "lowpass", 6000)), 0.07).connect(
      output,
    );
  source.start();
}

/** Begins a quiet sound, softly. Returns what ends it, as softly. */
export function startBackground(kind: Exclude<Background, "None">): () => void {
  const context = new AudioContext();
  // Where nobody has tapped yet a browser holds it back: it is silent then.
  void context.resume().catch(() => {});
  const output = context.createGain();
  output.gain.setValueAtTime(0, context.currentTime);
  output.gain.linearRampToValueAtTime(LEVELS[kind], context.currentTime + FADE_SECONDS);
  output.connect(context.destination);
  play(context, kind, output);
  return () => {
    output.gain.cancelScheduledValues(context.currentTime);
    output.gain.setValueAtTime(output.gain.value, context.currentTime);
    output.gain.linearRampToValueAtTime(0, context.currentTime + FADE_SECONDS);
    setTimeout(() => void context.close(), (FADE_SECONDS + 0.5) * 1000);
  };
}
