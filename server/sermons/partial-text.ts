import { ReadableStream } from "node:stream/web";
import { VOICE_TEXT_MAX_CHARS } from "../../shared/constants.ts";
import { readSermon, type Block } from "../../shared/sermon-text.ts";
import type { ImageBrief } from "../vendors/writer/writer.ts";
import { assessText } from "../safety/crisis-gate.ts";

/**
 * The finished parts of a text that is still being written, so that voice and image can start early. The delivered sermon is made
 * from the complete text.
 */
export interface PartialText {
  /** The image brief, as soon as it is known; null when there will be no text. */
  readonly image: Promise<ImageBrief | null>;
  /** True once a spoken block is finished or the text is complete; false when there will be no text. */
  readonly begun: Promise<boolean>;
  /** The finished spoken blocks in order. Ends with the text, or earlier if a part of it fails the safety check. */
  readonly blocks: ReadableStream<Block>;
  showImage(image: ImageBrief): void;
  append(text: string): void;
  /** Called when the text step has ended; null if it failed. */
  end(text: { image: ImageBrief } | null): void;
}

const PARAGRAPH_END = "\n\n";

export function createPartialText(): PartialText {
  const image = Promise.withResolvers<ImageBrief | null>();
  const begun = Promise.withResolvers<boolean>();
  let blocks: ReadableStreamDefaultController<Block> | null = null;
  let draft = "";
  let readTo = 0;
  let read = 0;
  const close = (): void => {
    blocks?.close();
    blocks = null;
  };
  return {
    image: image.promise,
    begun: begun.promise,
    blocks: new ReadableStream({
      start: (controller) => void (blocks = controller),
      cancel: () => void (blocks = null),
    }),
    showImage: image.resolve,
    append(text) {
      draft += text;
      const end = draft.lastIndexOf(PARAGRAPH_END);
      if (!blocks || end <= readTo) return;
      readTo = end;
      const finished = draft.slice(0, end);
      if (finished.length > VOICE_TEXT_MAX_CHARS || assessText(finished).outcome !== "proceed") return close();
      const spoken = readSermon(finished).filter((block) => block.spoken);
      for (const block of spoken.slice(read)) blocks.enqueue(block);
      read = spoken.length;
      if (read > 0) begun.resolve(true);
    },
    end(text) {
      close();
      image.resolve(text?.image ?? null);
      begun.resolve(text !== null);
    },
  };
}
