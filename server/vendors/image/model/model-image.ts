import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateImage, NoImageGeneratedError, RetryError, type ImageModel } from "ai";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import { choosePalette } from "../drawn/palette.ts";
import { chooseScene } from "../drawn/choose-scene.ts";
import { SCENES } from "../drawn/scenes.ts";
import type { Scene } from "../drawn/canvas.ts";
import { ImageError, type Illustrator, type Picture, type PictureRequest } from "../image.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH } from "../raster.ts";
import { reencodePicture } from "../reencode.ts";

export interface ModelImageOptions {
  /** "openai" also covers other services with the same API that return the picture in the answer. */
  vendor: "openai" | "google";
  /** The vendor's name of the model, for example "gpt-image-1". */
  model: string;
  apiKey: string;
  /** Null: the vendor's default address. */
  baseUrl: string | null;
  timeoutMs: number;
  /** US cents for a picture; null if no price is configured. */
  price: number | null;
}

const NAMES = { openai: "OpenAI", google: "Google" } as const;
const RETRIES = 2;

// Otherwise the SDK writes warnings to the console, past the log.
globalThis.AI_SDK_LOG_WARNINGS = false;

function imageModel({ vendor, model, apiKey, baseUrl }: ModelImageOptions): ImageModel {
  // Always passed: without an address the SDK reads the environment, which only config.ts may do.
  return vendor === "openai"
    ? createOpenAI({ apiKey, baseURL: baseUrl ?? "https://api.openai.com/v1" }).image(model)
    : createGoogle({ apiKey, baseURL: baseUrl ?? "https://generativelanguage.googleapis.com/v1beta" }).image(model);
}

/** The vendor's format that is nearest to 16:9. */
function shapeFor({ vendor, model }: ModelImageOptions): { size: `${number}x${number}` } | { aspectRatio: "16:9" } {
  if (vendor === "google") return { aspectRatio: "16:9" };
  return { size: model.startsWith("dall-e-3") ? "1792x1024" : "1536x1024" };
}

/** Scene descriptions: the same scenes and times of day as the built-in illustrator's. */
function describe(brief: PictureRequest): Required<Pick<Picture, "scene" | "alt">> {
  const random = seededRandom(`${brief.theme}:${brief.seed}`);
  const scene = chooseScene(brief, brief.seen ?? [], random);
  const { alt, dim = false }: Scene = SCENES[scene];
  return { scene, alt: `${alt}, ${choosePalette(brief.mood, dim, random).hour}.` };
}

/** The prompt contains nothing that the person wrote: theme and mood choose the scene. */
const promptFor = (scene: string): string =>
  `A painting in gouache and ink, in a wide format: ${scene} Muted natural colours, one warm light, visible grain of the paper, ` +
  "a quiet composition with open space. No people, no faces, no text, no letters, no frame, no border.";

function failure(engine: string, error: unknown): ImageError {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  // Without `cause`: an SDK's error quotes the request.
  if (NoImageGeneratedError.isInstance(last)) return new ImageError("failed", `${engine}: gave no picture`);
  const status = APICallError.isInstance(last) ? last.statusCode : undefined;
  if (status === 402) return new ImageError("over_budget", `${engine}: answered 402`);
  if (status === 400 || status === 422) return new ImageError("failed", `${engine}: answered ${status}`);
  return new ImageError("unavailable", `${engine}: ${status ? `answered ${status}` : "did not answer"}`);
}

/**
 * The illustrator that uses an image model. Its answer is decoded, cropped to 1536 x 864 and re-encoded before anybody sees it.
 */
export function createModelImages(options: ModelImageOptions): Illustrator {
  const model = imageModel(options);
  const recipient = options.baseUrl ? new URL(options.baseUrl).hostname : NAMES[options.vendor];
  const engine = `${options.model} of ${recipient}`;
  return {
    engine,
    remote: true,
    recipient,
    ...(options.price !== null && { hold: options.price }),
    async draw(brief, signal) {
      const { scene, alt } = describe(brief);
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const answer = await generateImage({
        model,
        prompt: promptFor(alt),
        ...shapeFor(options),
        maxRetries: RETRIES,
        abortSignal: AbortSignal.any([signal, deadline]),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw deadline.aborted ? new ImageError("unavailable", `${engine}: out of time`) : failure(engine, error);
      });
      const webp = await reencodePicture(answer.image.uint8Array);
      signal.throwIfAborted();
      if (typeof webp === "string") throw new ImageError("failed", `${engine}: what it gave is no picture`);
      const { inputTokens = 0, outputTokens = 0 } = answer.usage;
      return {
        webp,
        width: PICTURE_WIDTH,
        height: PICTURE_HEIGHT,
        alt,
        scene,
        usage: { inputTokens, outputTokens, cents: options.price ?? 0 },
      };
    },
  };
}
