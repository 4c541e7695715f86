import { z } from "zod";
import { VOICES, type VoiceName } from "../../shared/voices.ts";
import type { KokoroConfig } from "./kokoro.ts";
import { httpUrl, json } from "./values.ts";

/** The vendors of texts, voices and images, with their prices and budgets. */
export interface ModelsConfig {
  writer:
    | { kind: "builtin" }
    | {
        kind: "model";
        vendor: "openai" | "anthropic" | "google" | "openai-compatible";
        model: string;
        apiKey: string | null;
        /** Null: the vendor's own URL. */
        baseUrl: string | null;
        reasoning: "none" | "minimal" | "low" | "medium" | "high" | null;
        timeouts: { firstMs: number; idleMs: number; wholeMs: number };
        /** US cents for a million tokens. */
        prices: { input: number; output: number } | null;
      };
  image:
    | { kind: "drawn" }
    | {
        kind: "model";
        vendor: "openai" | "google";
        model: string;
        apiKey: string;
        baseUrl: string | null;
        timeoutMs: number;
        /** US cents for a picture. */
        price: number | null;
      };
  voice:
    | { kind: "flite" }
    | KokoroConfig
    | {
        kind: "model";
        vendor: "elevenlabs" | "openai" | "openai-compatible";
        model: string;
        apiKey: string | null;
        baseUrl: string | null;
        /** Whether the server has Kokoro-FastAPI's address for speech with the times of its words. */
        captions: boolean;
        /** The vendor's id of each voice. */
        voices: Record<VoiceName, string>;
        timeoutMs: number;
        /** US cents for 1,000 characters. */
        price: number | null;
      };
  /** US cents in any 24 hours; null: unbounded. */
  budgets: { writer: number | null; voice: number | null; image: number | null };
}

const cents = z.coerce.number("must be a number of US cents").min(0);
const seconds = z.coerce.number("must be a number of seconds").min(1).max(600);

export const modelVariables = {
  WRITER: z
    .enum(["builtin", "openai", "anthropic", "google", "openai-compatible"], {
      error: "must be builtin, openai, anthropic, google or openai-compatible",
    })
    .default("builtin"),
  WRITER_MODEL: z.string().optional(),
  WRITER_BASE_URL: httpUrl.optional(),
  WRITER_REASONING: z
    .enum(["none", "minimal", "low", "medium", "high"], { error: "must be none, minimal, low, medium or high" })
    .optional(),
  WRITER_PRICE_INPUT: cents.optional(),
  WRITER_PRICE_OUTPUT: cents.optional(),
  WRITER_DAILY_BUDGET: cents.optional(),
  WRITER_FIRST_SECONDS: seconds.default(60),
  WRITER_IDLE_SECONDS: seconds.default(30),
  WRITER_WHOLE_SECONDS: seconds.default(240),
  VOICE: z
    .enum(["flite", "kokoro", "elevenlabs", "openai", "openai-compatible"], {
      error: "must be flite, kokoro, elevenlabs, openai or openai-compatible",
    })
    .default("flite"),
  VOICE_MODEL: z.string().optional(),
  VOICE_BASE_URL: httpUrl.optional(),
  VOICE_IDS: json(z.partialRecord(z.enum(VOICES), z.string().regex(/^[\w.+-]{1,100}$/, "must be a vendor's id"))).default({}),
  VOICE_CAPTIONS: z.stringbool("must be true or false").default(false),
  VOICE_DIR: z.string().optional(),
  VOICE_THREADS: z.coerce.number("must be a number").int().min(1, "must be 1 or more").max(64).default(2),
  VOICE_PRICE: cents.optional(),
  VOICE_DAILY_BUDGET: cents.optional(),
  VOICE_SECONDS: seconds.default(60),
  IMAGE: z.enum(["drawn", "openai", "google"], { error: "must be drawn, openai or google" }).default("drawn"),
  IMAGE_MODEL: z.string().optional(),
  IMAGE_BASE_URL: httpUrl.optional(),
  IMAGE_PRICE: cents.optional(),
  IMAGE_DAILY_BUDGET: cents.optional(),
  IMAGE_SECONDS: seconds.default(120),
  OPENAI_API_KEY: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  ELEVENLABS_API_KEY: z.string().optional(),
};

const variables = z.object(modelVariables);
type Variables = z.output<typeof variables>;

/** One API key for each vendor, whether it writes, speaks or draws, under the name that is usual for the vendor. */
const KEY_NAMES = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  "openai-compatible": "OPENAI_COMPATIBLE_API_KEY",
  elevenlabs: "ELEVENLABS_API_KEY",
} as const;

/**
 * Voices that every account of a vendor has. OpenAI's are those that all its speech models support. ElevenLabs removes its default voices
 * at the end of 2026 and gives new accounts none, so VOICE_IDS must name the account's own.
 */
const VOICE_PRESETS: Record<"elevenlabs" | "openai" | "openai-compatible", Partial<Record<VoiceName, string>>> = {
  elevenlabs: {},
  "openai-compatible": {},
  openai: { John: "ash", Daniel: "fable", Sarah: "coral", Charlie: "echo", Roger: "onyx", Liam: "alloy" },
};

/** One line for each variable that the chosen vendors need and that is missing. */
export function modelProblems(value: Variables): string[] {
  const problems: string[] = [];
  const needs = (name: keyof Variables, why: string): void => {
    if (value[name] === undefined) problems.push(`${name} is missing: ${why}`);
  };
  if (value.WRITER !== "builtin") {
    needs("WRITER_MODEL", `WRITER=${value.WRITER} asks a model by its name`);
    if (value.WRITER === "openai-compatible") needs("WRITER_BASE_URL", "WRITER=openai-compatible has no address of its own");
    else needs(KEY_NAMES[value.WRITER], `WRITER=${value.WRITER} asks for it`);
    if (value.WRITER_DAILY_BUDGET !== undefined) needs("WRITER_PRICE_INPUT", "WRITER_DAILY_BUDGET is counted by the prices");
  }
  if (value.IMAGE !== "drawn") {
    needs("IMAGE_MODEL", `IMAGE=${value.IMAGE} asks a model by its name`);
    needs(KEY_NAMES[value.IMAGE], `IMAGE=${value.IMAGE} asks for it`);
    if (value.IMAGE_DAILY_BUDGET !== undefined) needs("IMAGE_PRICE", "IMAGE_DAILY_BUDGET is counted by the price");
  }
  if (value.VOICE !== "flite" && value.VOICE !== "kokoro") {
    needs("VOICE_MODEL", `VOICE=${value.VOICE} asks a model by its name`);
    if (value.VOICE === "openai-compatible") needs("VOICE_BASE_URL", "VOICE=openai-compatible has no address of its own");
    else needs(KEY_NAMES[value.VOICE], `VOICE=${value.VOICE} asks for it`);
    if (value.VOICE_DAILY_BUDGET !== undefined) needs("VOICE_PRICE", "VOICE_DAILY_BUDGET is counted by the price");
    const ids = { ...VOICE_PRESETS[value.VOICE], ...value.VOICE_IDS };
    const nameless = VOICES.filter((name) => !ids[name]);
    if (nameless.length > 0)
      problems.push(`VOICE_IDS is missing ${nameless.join(", ")}: VOICE=${value.VOICE} asks for a voice by its id`);
  }
  return problems;
}

/** The models' base URLs, undefined for the vendor's own, and whether an API key is sent with the requests. */
export function modelAddresses(value: Variables): { name: string; url: string | undefined; key: boolean }[] {
  return [
    value.WRITER === "builtin"
      ? { name: "WRITER_BASE_URL", url: undefined, key: false }
      : { name: "WRITER_BASE_URL", url: value.WRITER_BASE_URL, key: value[KEY_NAMES[value.WRITER]] !== undefined },
    value.VOICE === "flite" || value.VOICE === "kokoro"
      ? { name: "VOICE_BASE_URL", url: undefined, key: false }
      : { name: "VOICE_BASE_URL", url: value.VOICE_BASE_URL, key: value[KEY_NAMES[value.VOICE]] !== undefined },
    { name: "IMAGE_BASE_URL", url: value.IMAGE === "drawn" ? undefined : value.IMAGE_BASE_URL, key: true },
  ];
}

function writerOf(value: Variables): ModelsConfig["writer"] {
  if (value.WRITER === "builtin") return { kind: "builtin" };
  const { WRITER_PRICE_INPUT: input, WRITER_PRICE_OUTPUT: output } = value;
  return {
    kind: "model",
    vendor: value.WRITER,
    model: value.WRITER_MODEL ?? "",
    apiKey: value[KEY_NAMES[value.WRITER]] ?? null,
    baseUrl: value.WRITER_BASE_URL ?? null,
    reasoning: value.WRITER_REASONING ?? null,
    timeouts: {
      firstMs: value.WRITER_FIRST_SECONDS * 1000,
      idleMs: value.WRITER_IDLE_SECONDS * 1000,
      wholeMs: value.WRITER_WHOLE_SECONDS * 1000,
    },
    prices: input !== undefined && output !== undefined ? { input, output } : null,
  };
}

function imageOf(value: Variables): ModelsConfig["image"] {
  if (value.IMAGE === "drawn") return { kind: "drawn" };
  return {
    kind: "model",
    vendor: value.IMAGE,
    model: value.IMAGE_MODEL ?? "",
    apiKey: value[KEY_NAMES[value.IMAGE]] ?? "",
    baseUrl: value.IMAGE_BASE_URL ?? null,
    timeoutMs: value.IMAGE_SECONDS * 1000,
    price: value.IMAGE_PRICE ?? null,
  };
}

function voiceOf(value: Variables, kokoro: KokoroConfig | null): ModelsConfig["voice"] {
  if (value.VOICE === "flite" || value.VOICE === "kokoro") return kokoro ?? { kind: "flite" };
  const ids = { ...VOICE_PRESETS[value.VOICE], ...value.VOICE_IDS };
  const voices = Object.fromEntries(VOICES.map((name) => [name, ids[name] ?? ""])) as Record<VoiceName, string>;
  return {
    kind: "model",
    vendor: value.VOICE,
    model: value.VOICE_MODEL ?? "",
    apiKey: value[KEY_NAMES[value.VOICE]] ?? null,
    baseUrl: value.VOICE_BASE_URL ?? null,
    captions: value.VOICE === "openai-compatible" && value.VOICE_CAPTIONS,
    voices,
    timeoutMs: value.VOICE_SECONDS * 1000,
    price: value.VOICE_PRICE ?? null,
  };
}

/** `kokoro`: what is in the folder of the voices, with VOICE=kokoro. */
export function readModels(value: Variables, kokoro: KokoroConfig | null): ModelsConfig {
  return {
    writer: writerOf(value),
    image: imageOf(value),
    voice: voiceOf(value, kokoro),
    budgets: {
      writer: value.WRITER_DAILY_BUDGET ?? null,
      voice: value.VOICE_DAILY_BUDGET ?? null,
      image: value.IMAGE_DAILY_BUDGET ?? null,
    },
  };
}
