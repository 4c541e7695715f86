import type { Timings } from "../../shared/timings.ts";
import { readAlong } from "../features/sermons/reader/plain-read-along.ts";

// The only script of the page of a given sermon (server/giving/given-sermon.ts), which is read and heard without it. Nothing is fetched
// before the recording is played.

const UNREACHED = "The recording could not be loaded. Everything it says stands here.";

function init(audio: HTMLAudioElement, text: HTMLElement, status: Element | null) {
  const { show } = readAlong(document, audio);
  let loading: Promise<Timings | null> | undefined;
  const load = async (): Promise<Timings | null> => {
    try {
      const response = await fetch(audio.dataset["words"] ?? "");
      const timings = (await response.json()) as Timings;
      // Times of another text would light up wrong words.
      if (timings.sentences.length !== document.querySelectorAll("[data-sentence]").length) return null;
      show(timings);
      text.dataset["wordsReady"] = "";
      return timings;
    } catch {
      return null;
    }
  };
  const goTo = async (sentence: number) => {
    const start = (await loading)?.sentences[sentence]?.start;
    if (start !== undefined) audio.currentTime = start;
  };
  audio.addEventListener("play", () => {
    if (status) status.textContent = "";
    loading ??= load();
  });
  audio.addEventListener("error", () => {
    if (status) status.textContent = UNREACHED;
  });
  // By keyboard the place is chosen with the recording's own controls.
  text.addEventListener("click", (event) => {
    const sentence = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-sentence]") : null;
    // Selecting text also ends in a click.
    if (!sentence || !loading || !getSelection()?.isCollapsed) return;
    void goTo(Number(sentence.dataset["sentence"]));
  });
}

const audio = document.querySelector("audio");
const text = document.querySelector<HTMLElement>("article");
if (audio && text) init(audio, text, document.querySelector("output"));
