import { ReadableStream } from "node:stream/web";
import { VOICE_TEXT_MAX_CHARS } from "../../shared/constants.ts";
import { readSermon, type Block } from "../../shared/sermon-text.ts";
import type { ImageBrief } from "../vendors/writer/writer.ts";
import { assessText } from "../safety/crisis-gate.ts";

/**
 * What of a text is ready for the later steps while it is still being written. Only a beginning: what is delivered is made of the
 * finished text.
 */
export interface PartialText {
  /** What the picture is to show, as soon as it is known; null when there will be no text. */
  readonly image: Promise<ImageBrief | null>;
  /** Resolves when there is something to speak: at the first finished paragraph, or with the text. False when there will be none. */
  readonly begun: Promise<boolean>;
  /** The spoken blocks that are finished, in order; ends with the text, or where it stops being fit to be spoken. */
  readonly blocks: ReadableStream<Block>;
  showImage(image: ImageBrief): void;
  append(text: string): void;
  /** The text step is over. */
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
