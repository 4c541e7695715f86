import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { LISTENING_KEY } from "../../../lib/listening-key.ts";

/** The speeds, in the order in which the button goes through them. */
export const RATES = [1, 1.25, 1.5, 2, 0.75];
export const TEXT_SIZES = ["Normal", "Large", "Largest"] as const;
/** Quiet sounds under the voice. */
export const BACKGROUNDS = ["None", "Rain", "Room", "Soft tones"] as const;
export type Background = (typeof BACKGROUNDS)[number];

// oxlint-disable-next-line promise/valid-params -- the rule takes zod's `catch` for a promise's
const fallback = <T extends z.ZodMiniType>(schema: T, value: z.output<T>) => z.catch(schema, value);

/** Whatever this browser has stored, by an earlier version or by hand: what does not fit is as if it were not there. */
const settings = z.object({
  rate: fallback(z.number().check(z.refine((rate) => RATES.includes(rate))), 1),
  volume: fallback(z.number().check(z.minimum(0), z.maximum(1)), 1),
  /** Whether single keys work the player (WCAG 2.1.4 asks for a way to turn them off). */
  keys: fallback(z.boolean(), true),
  textSize: fallback(z.enum(TEXT_SIZES), "Normal"),
  night: fallback(z.boolean(), false),
  /** Whether a sermon begins again when it has been heard. */
  repeat: fallback(z.boolean(), false),
  background: fallback(z.enum(BACKGROUNDS), "None"),
  /** Read by this device, not by the recording. */
  byDevice: fallback(z.boolean(), false),
  /** The address of the device's voice (`voiceURI`); empty for the first that stays on the device. */
  deviceVoice: fallback(z.string(), ""),
});
export type ListeningSettings = z.infer<typeof settings>;

function read(): ListeningSettings {
  try {
    return settings.parse(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "{}"));
  } catch {
    return settings.parse({});
  }
}

let text: string | null = null;
let current = settings.parse({});
const listeners = new Set<() => void>();

/** How this device plays and shows sermons, as last chosen. */
export function listeningSettings(): ListeningSettings {
  let now: string | null = null;
  try {
    now = localStorage.getItem(LISTENING_KEY);
  } catch {
    // No storage in this window: the settings last as long as the page.
    return current;
  }
  if (now !== text) {
    text = now;
    current = read();
  }
  return current;
}

export function changeListening(change: Partial<ListeningSettings>): void {
  current = { ...listeningSettings(), ...change };
  try {
    text = JSON.stringify(current);
    localStorage.setItem(LISTENING_KEY, text);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useListeningSettings = (): ListeningSettings => useSyncExternalStore(subscribe, listeningSettings);
