import { useSyncExternalStore } from "react";

const NEEDED_SIGNALS = 3;
const NARROW_PX = 768;
const DEBOUNCE_MS = 250;

/** Whether this is a phone or a tablet: at least three of five signals hold (docs/product.md#formats). */
export function isMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const signals = [
    /Mobi|Tablet/i.test(userAgent),
    maxTouchPoints > 0,
    innerWidth < NARROW_PX,
    /iPhone|iPad|iPod|Android/i.test(userAgent),
    devicePixelRatio > 1,
  ];
  return signals.filter(Boolean).length >= NEEDED_SIGNALS;
}

function onResize(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function resized() {
    clearTimeout(timer);
    timer = setTimeout(changed, DEBOUNCE_MS);
  }
  addEventListener("resize", resized);
  return () => {
    clearTimeout(timer);
    removeEventListener("resize", resized);
  };
}

/** `isMobile()`, updated when the window is resized or the device is rotated. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(onResize, isMobile, () => false);
}
