import * as z from "zod/mini";
import { type Duration, TOPIC_MAX_CHARS, VOICE_TEXT_MAX_CHARS } from "../constants.ts";
import { postgresText } from "../postgres-text.ts";
import { AUDIENCES, factName, MOST_CONFIRMED, readingKey, themeName } from "../reading.ts";
import { VOICES } from "../voices.ts";
import { defineEndpoint } from "./endpoint.ts";

const userId = z.optional(z.uuid());
const topic = postgresText.check(z.trim(), z.minLength(1), z.maxLength(TOPIC_MAX_CHARS));

/** A sermon that was written for the caller is named by its generation's id, or by `other`: what it was made from or what came of it. */
const namesGeneration = <Other extends "text" | "prompt">(other: Other) =>
  z.check<{ generationId?: string | undefined } & { [field in Other]?: string | undefined }>(({ value, issues }) => {
    if (value.generationId === undefined && value[other] === undefined)
      issues.push({ code: "invalid_type", expected: "string", path: [`generationId or ${other}`], input: undefined });
  });

const crisis = z.object({
  kind: z.enum(["self-harm", "abuse", "medical", "harm-to-others"]),
  /** Where it is not, somebody who says that nobody is in danger gets the sermon (`nobodyInDanger`). */
  certain: z._default(z.boolean(), true),
  message: z.string(),
  /** Of the message and the notes (ISO 639-1); without it, English. */
  language: z.optional(z.string()),
  /** What the panel says around them, in that language. */
  words: z.optional(z.object({ helpTitle: z.string(), callNow: z.string(), back: z.string() })),
  helplines: z.array(z.object({ name: z.string(), contact: z.string(), href: z.string(), note: z.string() })),
});

export const readTopic = defineEndpoint({
  name: "read-topic",
  caller: "member",
  /** `audience` in place of the one that is heard; `theme` is the one that the person chose, `facts` are those that they confirmed. */
  body: z.object({
    prompt: topic,
    audience: z.optional(z.enum(AUDIENCES)),
    theme: z.optional(themeName),
    facts: z.optional(z.array(factName).check(z.maxLength(MOST_CONFIRMED))),
  }),
  answer: z.object({
    /** The likeliest first, three at most, and behind them the theme that was chosen; none of a topic that gets no sermon or is in another language. */
    readings: z.array(
      z.object({
        key: readingKey,
        /** What was heard, as a sentence that is said to the person. */
        heard: z.string(),
        /** The passage that the topic asks for. */
        passage: z.nullable(z.string()),
      }),
    ),
    /** What may be so beside it, for the person to confirm, and what they confirmed; of hearers nothing. */
    possible: z._default(
      z.array(
        z.object({
          fact: factName,
          /** Said to the person, without a full stop. */
          told: z.string(),
        }),
      ),
      [],
    ),
    audience: z.enum(AUDIENCES),
    /** That the sermon will be in English, said in the language of the topic; null if that is English, or not known. */
    language: z.nullable(z.object({ code: z.string(), writesInEnglish: z.string() })),
  }),
});
export type TopicReadings = z.infer<typeof readTopic.answer>;
export type HeardReading = TopicReadings["readings"][number];
export type PossibleFact = TopicReadings["possible"][number];

export const generateSermon = defineEndpoint({
  name: "generate-sermon",
  caller: "member",
  body: z.object({
    prompt: topic,
    duration: z.pipe(
      z.enum(["5", "10"]),
      z.transform((minutes) => Number(minutes) as Duration),
    ),
    userId,
    voice: z.optional(z.enum(VOICES)),
    /** The reading that the person chose; one that is not known gives the likeliest. */
    reading: z.optional(readingKey),
    /** The person said so when they were asked; counts only where a danger is not certain. */
    nobodyInDanger: z.optional(z.boolean()),
    /** Same key, same generation: a double click or a retry joins. */
    idempotencyKey: z.optional(z.uuid()),
  }),
  answer: z.union([z.object({ sermon: z.string(), generationId: z.uuid() }), z.object({ crisis })]),
  /** On request; the last event is the answer (docs/product.md#event-stream). */
  streams: "text/event-stream",
});
export type GenerateSermonAnswer = z.infer<typeof generateSermon.answer>;
export type CrisisAnswer = Extract<GenerateSermonAnswer, { crisis: unknown }>["crisis"];

export const rewriteSermon = defineEndpoint({
  name: "rewrite-sermon",
  caller: "member",
  body: z.object({ sermonId: z.uuid(), reading: readingKey }),
  /** The new generation has begun; it is followed as any other. */
  answer: z.union([z.object({ generationId: z.uuid() }), z.object({ crisis })]),
});

export const generateVoice = defineEndpoint({
  name: "generate-voice",
  caller: "member",
  bodyBeforeSignIn: true,
  body: z
    .object({
      text: z.optional(postgresText.check(z.minLength(1), z.maxLength(VOICE_TEXT_MAX_CHARS))),
      /** Without it, the voice that was chosen for the sermon. */
      voice: z.optional(z.enum(VOICES)),
      userId,
      generationId: z.optional(z.uuid()),
      /** Whether a recording that failed is made again; false only waits for it. */
      again: z._default(z.boolean(), true),
    })
    .check(namesGeneration("text")),
  answer: z.object({
    audioFileName: z.optional(z.string()),
    voiceSubstituted: z.optional(z.boolean()),
    message: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
});

export const generateImage = defineEndpoint({
  name: "generate-image",
  caller: "member",
  bodyBeforeSignIn: true,
  body: z
    .object({
      prompt: z.optional(topic),
      generationId: z.optional(z.uuid()),
      /** Whether a picture that failed is tried again; false only waits for it. */
      again: z._default(z.boolean(), true),
    })
    .check(namesGeneration("prompt")),
  answer: z.object({ fileName: z.string() }),
});
