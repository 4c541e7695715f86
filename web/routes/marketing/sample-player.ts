import type { Timings } from "../../../shared/timings.ts";
import { highlightPosition, NO_POSITION, SENTENCE_HIGHLIGHT, WORD_HIGHLIGHT } from "../../features/sermons/reader/highlight.ts";
import { formatClock } from "../../lib/clock.ts";

// The player of the landing page: plays the sample and highlights its words. Not features/sermons/reader/player.tsx,
// because marketing pages have no React (docs/decisions/015-first-load.md). Nothing is fetched before the first click.

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

function initPlayer(sample: HTMLElement, audio: HTMLAudioElement, button: HTMLButtonElement, slider: HTMLInputElement) {
  const sentences = [...sample.querySelectorAll("[data-sentence]")];
  const elapsed = sample.querySelector("[data-elapsed]");
  const status = sample.querySelector("output");
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
  const showTime = () => {
    const time = audio.ended ? 0 : audio.currentTime;
    slider.value = String(Math.floor(time));
    slider.setAttribute("aria-valuetext", `${Math.floor(time)} of ${slider.max} seconds`);
    if (elapsed) elapsed.textContent = formatClock(time);
  };
  let frame = 0;
  const onFrame = () => {
    cancelAnimationFrame(frame);
    highlight();
    if (!audio.paused) frame = requestAnimationFrame(onFrame);
  };
  const update = () => {
    sample.toggleAttribute("data-playing", !audio.paused);
    button.setAttribute("aria-label", audio.paused ? "Play the sample" : "Pause the sample");
    showTime();
    onFrame();
  };
  for (const event of ["play", "pause", "ended", "seeked"]) audio.addEventListener(event, update);
  audio.addEventListener("timeupdate", showTime);

  const loadTimings = async () => {
    timings = (await (await fetch(sample.dataset["timings"] ?? "")).json()) as Timings;
    words = sentences.map(wrapWords);
    onFrame();
  };
  const fail = () => {
    if (status) status.textContent = "The recording could not be loaded. Everything it says stands here.";
  };
  audio.addEventListener("error", fail);
  slider.addEventListener("input", () => {
    audio.currentTime = slider.valueAsNumber;
  });
  return () => {
    if (!audio.paused) return audio.pause();
    if (status) status.textContent = "";
    // Must be called within the click handler, because browsers block autoplay.
    audio.play().catch(fail);
    // Without timings the recording plays without highlighting.
    if (!timings) loadTimings().catch(() => {});
  };
}

const sample = document.querySelector<HTMLElement>("[data-sample]");
const audio = sample?.querySelector("audio");
const button = sample?.querySelector("button");
const slider = sample?.querySelector("input");
if (sample && audio && button && slider) button.addEventListener("click", initPlayer(sample, audio, button, slider));
