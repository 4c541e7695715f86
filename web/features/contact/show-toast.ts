import { putClear } from "../../ui/toast-edge.ts";
import { SWIPE_THRESHOLD_PX, TOAST_DURATION_MS, TOAST_HOTKEY } from "../../ui/toast-constants.ts";

export type ToastName = "sent" | "failed";

/**
 * Makes the toasts of `contact-toasts.tsx` behave like the app's: closed after five seconds (the timer pauses under the pointer or
 * focus), by a swipe to the right, by Escape or their button; F8 focuses them. Returns the function that shows one of them.
 */
export function initToasts(region: HTMLElement): (name: ToastName) => void {
  const cards = [...region.querySelectorAll<HTMLElement>("[data-toast]")];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hide(): void {
    clearTimeout(timer);
    for (const card of cards) card.hidden = true;
  }
  function startTimer(): void {
    clearTimeout(timer);
    timer = setTimeout(hide, TOAST_DURATION_MS);
  }

  for (const event of ["pointerenter", "focusin"]) region.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"]) region.addEventListener(event, startTimer);
  region.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("keydown", ({ key }) => key === TOAST_HOTKEY && region.focus());
  for (const card of cards) {
    card.querySelector("button")?.addEventListener("click", hide);
    swipeable(card, hide);
  }
  return (name) => {
    for (const card of cards) card.hidden = card.dataset["toast"] !== name;
    putClear(region);
    startTimer();
  };
}

function swipeable(card: HTMLElement, onSwiped: () => void): void {
  let startX: number | null = null;
  const distance = (event: PointerEvent): number => (startX === null ? 0 : Math.max(0, event.clientX - startX));
  const moveTo = (px: number): void => {
    card.style.translate = `${px}px`;
  };
  card.addEventListener("pointerdown", (event) => {
    startX = event.clientX;
  });
  card.addEventListener("pointermove", (event) => moveTo(distance(event)));
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    card.addEventListener(end, (event) => {
      if (distance(event) >= SWIPE_THRESHOLD_PX) onSwiped();
      startX = null;
      moveTo(0);
    });
  }
}
