import type { Timings } from "../../../shared/timings.ts";
import { readAlong } from "../../features/sermons/reader/plain-read-along.ts";
import { formatClock } from "../../lib/clock.ts";

// The player of the landing page: plays the sample and highlights its words. Not features/sermons/reader/player.tsx,
// because marketing pages have no React (docs/decisions/015-first-load.md). Nothing is fetched before the first click.

function initPlayer(sample: HTMLElement, audio: HTMLAudioElement, button: HTMLButtonElement, slider: HTMLInputElement) {
  const { show } = readAlong(sample, audio);
  const elapsed = sample.querySelector("[data-elapsed]");
  const status = sample.querySelector("output");
  let loaded = false;

  const showTime = () => {
    const time = audio.ended ? 0 : audio.currentTime;
    slider.value = String(Math.floor(time));
    slider.setAttribute("aria-valuetext", `${Math.floor(time)} of ${slider.max} seconds`);
    if (elapsed) elapsed.textContent = formatClock(time);
  };
  const update = () => {
    sample.toggleAttribute("data-playing", !audio.paused);
    button.setAttribute("aria-label", audio.paused ? "Play the sample" : "Pause the sample");
    showTime();
  };
  for (const event of ["play", "pause", "ended", "seeked"]) audio.addEventListener(event, update);
  audio.addEventListener("timeupdate", showTime);

  const loadTimings = async () => {
    show((await (await fetch(sample.dataset["timings"] ?? "")).json()) as Timings);
    loaded = true;
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
    if (!loaded) loadTimings().catch(() => {});
  };
}

const sample = document.querySelector<HTMLElement>("[data-sample]");
const audio = sample?.querySelector("audio");
const button = sample?.querySelector("button");
const slider = sample?.querySelector("input");
if (sample && audio && button && slider) button.addEventListener("click", initPlayer(sample, audio, button, slider));
