import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const HZ = 24_000;
/** About 160 words a minute, as most of the vendors' voices speak by themselves. */
const SECONDS_PER_CHARACTER = 1 / 15;
const SENTENCE_PAUSE_SECONDS = 0.5;
const TONE_HZ = 220;

/** "compatible": a program on the own machine that answers as OpenAI does, and as Kokoro-FastAPI with the times of the words. */
export type VoiceDialect = "elevenlabs" | "openai" | "compatible";

/** How one request is answered. */
export interface VoiceReply {
  status?: number;
  headers?: Record<string, string>;
  /** The body of a refusal. */
  refusal?: unknown;
  /** Never answers; stalls after half of the answer; closes the connection after half. */
  silent?: boolean;
  hangs?: boolean;
  cut?: boolean;
  /** Changes the samples, or the whole answer. */
  audio?: (pcm: Buffer) => Buffer;
  answer?: (body: Buffer) => Buffer;
  /** Changes the times of the characters; null leaves them out. */
  times?: ((times: number[]) => number[]) | null;
  /** Factor on the requested speed. */
  pace?: number;
  /** Sample rate of a compatible server's WAV file. */
  sampleHz?: number;
}

export interface VoiceRequest {
  dialect: VoiceDialect;
  url: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  text: string;
  voice: string;
  /** The client closed the connection before the answer was complete. */
  left: boolean;
}

export interface VoiceServer {
  /** Base address for a vendor. */
  urlFor(dialect: VoiceDialect): string;
  requests: VoiceRequest[];
  /** The most requests that were being answered at a time. */
  mostAtOnce(): number;
  reply(how: (request: VoiceRequest, nth: number) => VoiceReply): void;
  close(): Promise<void>;
}

/** A tone for each word, silence between sentences; and the start and end of each character in seconds. */
export function toneSpeech(text: string, speed: number, hz = HZ): { pcm: Buffer; starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const characters = Array.from(text);
  const loud: [from: number, to: number][] = [];
  characters.forEach((character, i) => {
    const ended = character === " " && /[.!?…]["”’')]*$/u.test(characters.slice(Math.max(0, i - 4), i).join(""));
    const length = ended ? SENTENCE_PAUSE_SECONDS : SECONDS_PER_CHARACTER / speed;
    starts.push(at);
    if (character !== " ") loud.push([at, at + length]);
    at += length;
    ends.push(at);
  });
  const samples = new Int16Array(Math.round(at * hz));
  for (const [from, to] of loud)
    for (let i = Math.round(from * hz); i < Math.round(to * hz) && i < samples.length; i++)
      samples[i] = Math.round(8000 * Math.sin((2 * Math.PI * TONE_HZ * i) / hz));
  return { pcm: Buffer.from(samples.buffer), starts, ends };
}

const elevenLabsBody = z.object({
  text: z.string(),
  model_id: z.string(),
  voice_settings: z.object({ speed: z.number().min(0.7).max(1.2) }),
});
const openAiBody = z.object({
  model: z.string(),
  input: z.string().max(4096),
  voice: z.union([z.string(), z.object({ id: z.string() })]),
  response_format: z.literal("pcm"),
  speed: z.number().min(0.25).max(4),
  instructions: z.string().optional(),
});

const compatibleBody = z.object({
  model: z.string(),
  input: z.string(),
  voice: z.string(),
  response_format: z.literal("wav"),
  speed: z.number(),
  stream: z.literal(false).optional(),
  return_timestamps: z.literal(true).optional(),
});

interface Asked extends VoiceRequest {
  speed: number;
}

/** Parses a request; null for an unknown path or a missing key. */
function readRequest(request: IncomingMessage, raw: string): Asked | null {
  const url = request.url ?? "";
  const common = { url, headers: request.headers, body: JSON.parse(raw) as Record<string, unknown>, left: false };
  const voice = /^\/elevenlabs\/v1\/text-to-speech\/([\w-]+)\/with-timestamps\?output_format=pcm_24000$/.exec(url)?.[1];
  if (voice && request.headers["xi-api-key"]) {
    const { text, voice_settings: settings } = elevenLabsBody.parse(common.body);
    return { ...common, dialect: "elevenlabs", text, voice, speed: settings.speed };
  }
  if (url === "/compatible/v1/audio/speech" || url === "/compatible/dev/captioned_speech") {
    const { input: text, voice, speed } = compatibleBody.parse(common.body);
    return { ...common, dialect: "compatible", text, voice, speed };
  }
  if (url !== "/openai/v1/audio/speech" || !request.headers.authorization?.startsWith("Bearer ")) return null;
  const { input: text, voice: asked, speed } = openAiBody.parse(common.body);
  return { ...common, dialect: "openai", text, voice: typeof asked === "string" ? asked : asked.id, speed };
}

/** A WAV file of 16-bit samples in one channel, streamed, so that its length is not known in front. */
function wavFile(pcm: Buffer, sampleHz: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF\xff\xff\xff\xffWAVEfmt ", 0, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleHz, 24);
  header.writeUInt32LE(2 * sampleHz, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data\xff\xff\xff\xff", 36, "latin1");
  return Buffer.concat([header, pcm]);
}

function compatibleAnswer({ url, text, speed }: Asked, { pace = 1, audio = (pcm) => pcm, sampleHz = HZ }: VoiceReply): Buffer {
  const { pcm, starts, ends } = toneSpeech(text, speed * pace, sampleHz);
  const wav = wavFile(audio(pcm), sampleHz);
  if (!url.endsWith("captioned_speech")) return wav;
  const timestamps = Array.from(text.matchAll(/[\p{L}\p{N}’']+|[^\s\p{L}\p{N}]/gu), ({ 0: word, index }) => ({
    word,
    start_time: starts[index],
    end_time: ends[index + word.length - 1],
  }));
  return Buffer.from(JSON.stringify({ audio: wav.toString("base64"), audio_format: "audio/wav", timestamps }));
}

/** What each vendor answers: https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps, OpenAI's createSpeech. */
function answerTo(asked: Asked, reply: VoiceReply): Buffer {
  const { dialect, text, speed } = asked;
  const { pace = 1, audio = (pcm) => pcm, times = (given) => given } = reply;
  if (dialect === "compatible") return compatibleAnswer(asked, reply);
  const { pcm, starts, ends } = toneSpeech(text, speed * pace);
  if (dialect === "openai") return audio(pcm);
  const alignment = times && {
    characters: Array.from(text),
    character_start_times_seconds: times(starts),
    character_end_times_seconds: times(ends),
  };
  return Buffer.from(JSON.stringify({ audio_base64: audio(pcm).toString("base64"), alignment, normalized_alignment: alignment }));
}

/** The voice vendors on loopback. They answer with tones, or with the faults that `reply` sets. */
export async function startVoiceServer(): Promise<VoiceServer> {
  const requests: VoiceRequest[] = [];
  let how: Parameters<VoiceServer["reply"]>[0] = () => ({});
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    void (async () => {
      let raw = "";
      for await (const chunk of request) raw += String(chunk);
      const asked = readRequest(request, raw);
      if (!asked) return response.writeHead(404).end('{"detail":"Not Found"}');
      requests.push(asked);
      most = Math.max(most, ++now);
      response.on("close", () => {
        now--;
        asked.left = !response.writableFinished;
      });
      const reply = how(asked, requests.length);
      if (reply.silent) return;
      const headers = {
        "content-type":
          asked.dialect === "openai" ? "audio/pcm" : asked.dialect === "elevenlabs" ? "application/json" : "audio/wav",
        ...reply.headers,
      };
      if (reply.status) return response.writeHead(reply.status, headers).end(JSON.stringify(reply.refusal ?? {}));
      const body = (reply.answer ?? ((whole) => whole))(answerTo(asked, reply));
      if (!reply.hangs && !reply.cut) return response.writeHead(200, headers).end(body);
      response.writeHead(200, { ...headers, "content-length": body.length });
      response.write(body.subarray(0, body.length / 2), () => reply.cut && response.destroy());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (dialect) => `http://127.0.0.1:${port}/${dialect}${dialect === "elevenlabs" ? "" : "/v1"}`,
    requests,
    mostAtOnce: () => most,
    reply: (given) => {
      how = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
