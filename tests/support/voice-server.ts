import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const HZ = 24_000;
/** About 160 words a minute, as most of the vendors' voices speak by themselves. */
const SECONDS_PER_CHARACTER = 1 / 15;
const SENTENCE_PAUSE_SECONDS = 0.5;
const TONE_HZ = 220;

export type VoiceDialect = "elevenlabs" | "openai";

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
export function toneSpeech(text: string, speed: number): { pcm: Buffer; starts: number[]; ends: number[] } {
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
  const samples = new Int16Array(Math.round(at * HZ));
  for (const [from, to] of loud)
    for (let i = Math.round(from * HZ); i < Math.round(to * HZ) && i < samples.length; i++)
      samples[i] = Math.round(8000 * Math.sin((2 * Math.PI * TONE_HZ * i) / HZ));
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
  if (url !== "/openai/v1/audio/speech" || !request.headers.authorization?.startsWith("Bearer ")) return null;
  const { input: text, voice: asked, speed } = openAiBody.parse(common.body);
  return { ...common, dialect: "openai", text, voice: typeof asked === "string" ? asked : asked.id, speed };
}

/** What each vendor answers: https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps, OpenAI's createSpeech. */
function answerTo(
  { dialect, text, speed }: Asked,
  { pace = 1, audio = (pcm) => pcm, times = (given) => given }: VoiceReply,
): Buffer {
  const { pcm, starts, ends } = toneSpeech(text, speed * pace);
  if (dialect === "openai") return audio(pcm);
  const alignment = times && {
    characters: Array.from(text),
    character_start_times_seconds: times(starts),
    character_end_times_seconds: times(ends),
  };
  return Buffer.from(JSON.stringify({ audio_base64: audio(pcm).toString("base64"), alignment, normalized_alignment: alignment }));
}

/** Both voice vendors on loopback. They answer with tones, or with the faults that `reply` sets. */
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
      const headers = { "content-type": asked.dialect === "openai" ? "audio/pcm" : "application/json", ...reply.headers };
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
    urlFor: (dialect) => `http://127.0.0.1:${port}/${dialect}${dialect === "openai" ? "/v1" : ""}`,
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
