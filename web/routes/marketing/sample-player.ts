import { positionAt } from "../../../shared/reading-position.ts";
import type { Timings } from "../../../shared/timings.ts";

// On the landing page, without a framework: plays the sample and lights its words. Nothing is fetched before the first press.

const SENTENCE_LIGHT = "bg-lamp-soft";
const WORD_LIGHT = ["rounded-[0.2em]", "bg-lamp-firm"];

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Gives each word of a sentence an element of its own, so that light can fall on it. */
function wordsOf(sentence: Element): HTMLElement[] {
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

function play(sample: HTMLElement, audio: HTMLAudioElement, button: HTMLButtonElement, place: HTMLInputElement) {
  const sentences = [...sample.querySelectorAll("[data-sentence]")];
  const elapsed = sample.querySelector("[data-elapsed]");
  const status = sample.querySelector("output");
  let timings: Timings | undefined;
  let words: HTMLElement[][] = [];
  let lit: { sentence: Element | undefined; word: Element | undefined } = { sentence: undefined, word: undefined };

  const light = () => {
    const resting = audio.ended || (audio.paused && audio.currentTime === 0);
    const position = timings && !resting ? positionAt(timings, audio.currentTime) : { sentence: -1, word: -1 };
    const next = { sentence: sentences[position.sentence], word: words[position.sentence]?.[position.word] };
    if (next.sentence !== lit.sentence) {
      lit.sentence?.classList.remove(SENTENCE_LIGHT);
      next.sentence?.classList.add(SENTENCE_LIGHT);
    }
    if (next.word !== lit.word) {
      lit.word?.classList.remove(...WORD_LIGHT);
      next.word?.classList.add(...WORD_LIGHT);
    }
    lit = next;
  };
  const tell = () => {
    const time = audio.ended ? 0 : audio.currentTime;
    place.value = String(Math.floor(time));
    place.setAttribute("aria-valuetext", `${Math.floor(time)} of ${place.max} seconds`);
    if (elapsed) elapsed.textContent = clock(time);
  };
  let frame = 0;
  const follow = () => {
    cancelAnimationFrame(frame);
    light();
    if (!audio.paused) frame = requestAnimationFrame(follow);
  };
  const show = () => {
    sample.toggleAttribute("data-playing", !audio.paused);
    button.setAttribute("aria-label", audio.paused ? "Play the sample" : "Pause the sample");
    tell();
    follow();
  };
  for (const event of ["play", "pause", "ended", "seeked"]) audio.addEventListener(event, show);
  audio.addEventListener("timeupdate", tell);

  const learnTimings = async () => {
    timings = (await (await fetch(sample.dataset["timings"] ?? "")).json()) as Timings;
    words = sentences.map(wordsOf);
    follow();
  };
  const fail = () => {
    if (status) status.textContent = "The recording could not be loaded. Everything it says stands here.";
  };
  audio.addEventListener("error", fail);
  place.addEventListener("input", () => {
    audio.currentTime = place.valueAsNumber;
  });
  return () => {
    if (!audio.paused) return audio.pause();
    if (status) status.textContent = "";
    // Within the press, or browsers would not let it sound.
    audio.play().catch(fail);
    // Without timings there is a voice, and no light.
    if (!timings) learnTimings().catch(() => {});
  };
}

const sample = document.querySelector<HTMLElement>("[data-sample]");
const audio = sample?.querySelector("audio");
const button = sample?.querySelector("button");
const place = sample?.querySelector("input");
if (sample && audio && button && place) button.addEventListener("click", play(sample, audio, button, place));
