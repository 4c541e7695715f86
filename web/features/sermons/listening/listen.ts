import { estimateTimings } from "../../../../shared/estimated-timings.ts";
import { readSermon, spokenSentences } from "../../../../shared/sermon-text.ts";
import { loadTimings, recordingAddress } from "../media.ts";
import { matchingTimings } from "../reader/matching-timings.ts";
import { clearQueue, followEnd } from "./after-end.ts";
import { currentListening, isSameRecording, setListening, type ListenedSermon } from "./current.ts";
import { DeviceVoice } from "./device-voice.ts";
import { chooseDeviceVoice } from "./device-voices.ts";
import { growingAddress, whenMade } from "./growing-recording.ts";
import { keepPlace } from "./keep-place.ts";
import { findPlace } from "./places.ts";
import type { Playback } from "./playback.ts";
import { Recording } from "./recording.ts";
import { changeListening, listeningSettings, type ListeningSettings } from "./settings.ts";
import { endSleepWithChapter } from "./sleep-timer.ts";

let element: HTMLAudioElement | null = null;

/** The one audio element of the app. It lies outside of its pages, so that it plays on while one moves between them. */
function audioElement(): HTMLAudioElement {
  if (!element) {
    element = document.createElement("audio");
    element.preload = "metadata";
    document.body.append(element);
  }
  return element;
}

function removeElement(): void {
  element?.remove();
  element = null;
}

/** Lets go of what is playing, and leaves the element to what comes next. */
let release = (_isForgotten: boolean): void => {};
/** Opens the same sermon anew, for another reader. */
let reopen = (): void => {};

function close(isForgotten = false): void {
  clearQueue();
  release(isForgotten);
  removeElement();
  setListening(null);
}

interface Options {
  startPlaying?: boolean;
  onUnavailable?: () => void;
  /** It is the next of several that were chosen. */
  isQueued?: boolean;
}

/** Some browsers name their voices only a while after the page has loaded. What plays by then is left to play. */
function whenVoicesAreNamed(sermon: ListenedSermon): void {
  if (!("speechSynthesis" in globalThis)) return;
  const change = () => {
    const now = currentListening();
    if (now?.sermon === sermon && !now.playback.state().playing) changeReader({});
  };
  speechSynthesis.addEventListener("voiceschanged", change, { once: true });
}

function openPlayback(sermon: ListenedSermon, startAt: () => Promise<number>, options: Options): Playback {
  const { id, audioPath, content, isGrowing } = sermon;
  const { startPlaying = false, onUnavailable = () => {} } = options;
  const { rate, volume, byDevice, deviceVoice } = listeningSettings();
  const common = { startPlaying, startAt, rate, volume };
  const voice = byDevice ? chooseDeviceVoice(deviceVoice) : null;
  if (byDevice && !voice) whenVoicesAreNamed(sermon);
  if (!voice)
    return new Recording(audioElement(), {
      ...common,
      sign: isGrowing && id ? () => growingAddress(id) : audioPath ? () => recordingAddress(audioPath) : null,
      onUnavailable,
    });
  const blocks = readSermon(content);
  const timeline = async () => {
    const stored = audioPath ? await loadTimings(audioPath).catch(() => undefined) : undefined;
    return matchingTimings(stored, blocks) ?? estimateTimings(blocks);
  };
  return new DeviceVoice({ ...common, voice, timeline, sentences: spokenSentences(blocks) });
}

function open(sermon: ListenedSermon, startAt: () => Promise<number>, options: Options): void {
  release(false);
  const playback = openPlayback(sermon, startAt, options);
  const { id, userId, isGrowing } = sermon;
  const stopKeeping = id ? keepPlace(userId, id, playback, isGrowing ? whenMade(id) : null) : () => {};
  const stopFollowing = followEnd(playback);
  let hasBeenReady = false;
  const stopNoting = playback.subscribe(() => (hasBeenReady ||= playback.state().status === "ready"));
  release = (isForgotten) => {
    stopNoting();
    stopFollowing();
    stopKeeping(isForgotten);
    playback.close();
    release = () => {};
    reopen = () => {};
  };
  reopen = () => {
    const { time, playing } = playback.state();
    if (hasBeenReady) open(sermon, async () => time, { ...options, startPlaying: playing });
    // It has not come to its place yet, and does not play yet.
    else open(sermon, startAt, { ...options, startPlaying: playing || options.startPlaying === true });
  };
  setListening({ sermon, playback, close });
}

/** Opens a sermon in the player, in place of what was there, at the place where it was left. One that is there already goes on. */
export function listenTo(sermon: ListenedSermon, options: Options = {}): void {
  const before = currentListening();
  const { userId, id } = sermon;
  // It broke off while it grew, and is asked for again.
  const isBroken = before?.sermon.isGrowing === true && before.playback.state().status === "unavailable";
  const isSame = before !== null && isSameRecording(before.sermon, sermon);
  // A chapter's end is a time in that recording.
  if (!isSame) endSleepWithChapter();
  if (!before || isBroken || !isSame) {
    if (!options.isQueued) clearQueue();
    open(sermon, async () => (id ? ((await findPlace(userId, id))?.seconds ?? 0) : 0), options);
  } else if (options.startPlaying) before.playback.play();
}

/** Lets the recording or a voice of the device read on from here. */
export function changeReader(change: Pick<Partial<ListeningSettings>, "byDevice" | "deviceVoice">): void {
  changeListening(change);
  reopen();
}
