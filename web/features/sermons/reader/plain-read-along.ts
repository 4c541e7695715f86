import type { Timings } from "../../../../shared/timings.ts";
import { highlightPosition, NO_POSITION, SENTENCE_HIGHLIGHT, WORD_HIGHLIGHT } from "./highlight.ts";

// For pages without React: the landing page's sample (routes/marketing/sample-player.ts) and the page of a given sermon
// (given/read-along.ts).

/** Wraps each word of a sentence in an element, so that it can be highlighted. */
function wrapWords(sentence: Element): HTMLElement[] {
  const walker = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.flatMap((text) => {
    const pieces = text.data.split(/(\s+)/).map((piece) => {
      if (!piece.trim()) return document.createTextNode(piece);
      const word = document.createElement("span");
      word.textContent = piece;
      return word;
    });
    text.replaceWith(...pieces);
    return pieces.filter((piece) => piece instanceof HTMLElement);
  });
}

/** Highlights the sentence and the word that `audio` speaks, among the `[data-sentence]` of `text`, once `show` was given their times. */
export function readAlong(text: ParentNode, audio: HTMLAudioElement): { show: (timings: Timings) => void } {
  const sentences = [...text.querySelectorAll("[data-sentence]")];
  let timings: Timings | undefined;
  let words: HTMLElement[][] = [];
  let highlighted: { sentence: Element | undefined; word: Element | undefined } = { sentence: undefined, word: undefined };

  const highlight = () => {
    const position = timings ? highlightPosition(audio, timings) : NO_POSITION;
    const next = { sentence: sentences[position.sentence], word: words[position.sentence]?.[position.word] };
    if (next.sentence !== highlighted.sentence) {
      highlighted.sentence?.classList.remove(SENTENCE_HIGHLIGHT);
      next.sentence?.classList.add(SENTENCE_HIGHLIGHT);
    }
    if (next.word !== highlighted.word) {
      highlighted.word?.classList.remove(...WORD_HIGHLIGHT.split(" "));
      next.word?.classList.add(...WORD_HIGHLIGHT.split(" "));
    }
    highlighted = next;
  };
  let frame = 0;
  const onFrame = () => {
    cancelAnimationFrame(frame);
    highlight();
    if (!audio.paused) frame = requestAnimationFrame(onFrame);
  };
  for (const event of ["play", "pause", "ended", "seeked"]) audio.addEventListener(event, onFrame);
  return {
    show: (given) => {
      timings = given;
      words = sentences.map(wrapWords);
      onFrame();
    },
  };
}
