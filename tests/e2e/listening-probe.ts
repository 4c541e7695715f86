import type { Page } from "@playwright/test";

/** What the page hands to the device, which no test sees otherwise. */
interface Probe {
  /** What the lock screen and headphones can do. */
  actions: Map<string, MediaSessionActionHandler>;
  /** They hear what goes from Web Audio to the loudspeaker. */
  meters: AnalyserNode[];
  /** The least volume at which the recording was heard since the page was loaded. */
  quietest: number;
}
type Probed = Window & { probe: Probe };

/** Before the page is loaded: notes what is handed to the lock screen and the loudspeaker, and hands it on. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probe: Probe = { actions: new Map(), meters: [], quietest: 1 };
    Object.assign(window, { probe });
    const setActionHandler = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      if (handler) probe.actions.set(action, handler);
      else probe.actions.delete(action);
      setActionHandler(action, handler);
    };
    const connect = Reflect.get(AudioNode.prototype, "connect") as (this: AudioNode, ...to: unknown[]) => AudioNode;
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, ...to: unknown[]) {
        if (to[0] instanceof AudioDestinationNode) {
          const meter = new AnalyserNode(this.context);
          connect.call(this, meter);
          probe.meters.push(meter);
        }
        return connect.apply(this, to);
      },
    });
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLAudioElement) probe.quietest = Math.min(probe.quietest, target.volume);
    };
    document.addEventListener("volumechange", note, true);
  });
}

export const quietest = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Probed).probe.quietest);

/** Presses a button of the lock screen. */
export const pressOnLockScreen = (page: Page, action: MediaSessionAction): Promise<void> =>
  page.evaluate((pressed) => (window as unknown as Probed).probe.actions.get(pressed)?.({ action: pressed }), action);

/** What stands on the lock screen. */
export const lockScreen = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession;
    return {
      title: metadata?.title,
      artist: metadata?.artist,
      album: metadata?.album,
      pictures: metadata?.artwork.length,
      playbackState,
    };
  });

/** How loud the newest sound of Web Audio is at this moment (root mean square; a full tone has 0.7), and the state of its context. */
export const background = (page: Page) =>
  page.evaluate(() => {
    const meter = (window as unknown as Probed).probe.meters.at(-1);
    if (!meter) return { state: "none", loudness: 0 };
    const samples = new Float32Array(meter.fftSize);
    meter.getFloatTimeDomainData(samples);
    const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
    return { state: meter.context.state, loudness: Math.sqrt(squares / samples.length) };
  });

/** Milliseconds for each word of the voice that `installVoice` installs. */
const WORD_MS = 80;

/**
 * Before the page is loaded: gives the browser a voice of its own, with the events of the Web Speech API in their order and time. The browser of
 * these tests has the API and no voice.
 */
export async function installVoice(page: Page): Promise<void> {
  await page.addInitScript((wordMs) => {
    class Utterance extends EventTarget {
      readonly text: string;
      rate = 1;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    let waiting: number[] = [];
    const tell = (utterance: Utterance, type: string, ms: number, details: object): void => {
      const event = Object.assign(new Event(type), details);
      waiting.push(window.setTimeout(() => utterance.dispatchEvent(event), ms / utterance.rate));
    };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => [{ name: "Anna of this device", voiceURI: "anna", lang: "en-US", localService: true, default: true }],
      cancel: () => {
        for (const timer of waiting) clearTimeout(timer);
        waiting = [];
      },
      speak: (utterance: Utterance) => {
        const words = [...utterance.text.matchAll(/\S+/g)];
        for (const [i, { index }] of words.entries())
          tell(utterance, "boundary", wordMs * i, { name: "word", charIndex: index, charLength: words[i]?.[0].length });
        tell(utterance, "end", wordMs * words.length, {});
      },
    });
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
  }, WORD_MS);
}

/** From now on notes each word that is lit, once for each time. */
export async function noteLitWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const words: string[] = [];
    let last: Element | null = null;
    Object.assign(window, { litWords: words });
    new MutationObserver(() => {
      const word = document.querySelector("[data-lit] .bg-lamp-firm");
      if (word && word !== last) words.push(word.textContent);
      last = word;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
export const litWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { litWords: string[] }).litWords);
