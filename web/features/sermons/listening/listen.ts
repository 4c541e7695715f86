import { currentListening, isSameRecording, setListening, type ListenedSermon } from "./current.ts";
import { keepPlace } from "./keep-place.ts";
import { findPlace } from "./places.ts";
import { Recording } from "./recording.ts";
import { listeningSettings } from "./settings.ts";
import { signAudio } from "../media.ts";

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
let release = (): void => {};

function close(): void {
  release();
  removeElement();
  setListening(null);
}

interface Options {
  startPlaying?: boolean;
  onUnavailable?: () => void;
}

/** Opens a sermon in the player, in place of what was there, at the place where it was left. One that is there already goes on. */
export function listenTo(sermon: ListenedSermon, { startPlaying = false, onUnavailable = () => {} }: Options = {}): void {
  const before = currentListening();
  if (before && isSameRecording(before.sermon, sermon)) {
    if (startPlaying) before.playback.play();
    return;
  }
  release();
  const { userId, id, audioPath } = sermon;
  const { rate, volume } = listeningSettings();
  const playback = new Recording(audioElement(), {
    sign: audioPath ? () => signAudio(audioPath) : null,
    onUnavailable,
    startPlaying,
    startAt: async () => (id ? ((await findPlace(userId, id))?.seconds ?? 0) : 0),
    rate,
    volume,
  });
  const stopKeeping = id ? keepPlace(userId, id, playback) : () => {};
  release = () => {
    stopKeeping();
    playback.close();
    release = () => {};
  };
  setListening({ sermon, playback, close });
}
