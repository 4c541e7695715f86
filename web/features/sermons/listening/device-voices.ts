import { useSyncExternalStore } from "react";

/** The English voices of this browser. */
interface DeviceVoices {
  /** They speak on the device. */
  local: readonly SpeechSynthesisVoice[];
  /** They send each sentence to the maker of the browser. */
  remote: readonly SpeechSynthesisVoice[];
}

const NONE: DeviceVoices = { local: [], remote: [] };
const ENGLISH = /^en\b/i;

let known = NONE;
let count = -1;

/** The voices of this browser, as far as it has named them: some do so only a while after the page has loaded. */
export function deviceVoices(): DeviceVoices {
  if (!("speechSynthesis" in globalThis) || !("SpeechSynthesisUtterance" in globalThis)) return NONE;
  const voices = speechSynthesis.getVoices();
  if (voices.length !== count) {
    count = voices.length;
    const english = voices.filter(({ lang }) => ENGLISH.test(lang));
    known = { local: english.filter(({ localService }) => localService), remote: english.filter((voice) => !voice.localService) };
  }
  return known;
}

/** The voice with this address, or else the one that the browser would choose of those that stay on the device; null if there is none. */
export function chooseDeviceVoice(address: string): SpeechSynthesisVoice | null {
  const { local, remote } = deviceVoices();
  const chosen = [...local, ...remote].find(({ voiceURI }) => voiceURI === address);
  return chosen ?? local.find((voice) => voice.default) ?? local[0] ?? null;
}

function subscribe(listener: () => void): () => void {
  if (!("speechSynthesis" in globalThis)) return () => {};
  speechSynthesis.addEventListener("voiceschanged", listener);
  return () => speechSynthesis.removeEventListener("voiceschanged", listener);
}

export const useDeviceVoices = (): DeviceVoices => useSyncExternalStore(subscribe, deviceVoices);
