/** As in ui/toast-list.tsx (docs/product.md#toasts). */
const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = "F8";

export type ToastName = "sent" | "failed";

/**
 * Makes the messages of `contact-toasts.tsx` behave as the app's do: five seconds, less while they are looked at, closed by a swipe to
 * the right, by Escape or their button, found with F8. Returns what shows one of them.
 */
export function initToasts(region: HTMLElement): (name: ToastName) => void {
  const cards = [...region.querySelectorAll<HTMLElement>("[data-toast]")];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hide(): void {
    clearTimeout(timer);
    for (const card of cards) card.hidden = true;
  }
  function countDown(): void {
    clearTimeout(timer);
    timer = setTimeout(hide, DURATION_MS);
  }

  for (const event of ["pointerenter", "focusin"]) region.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"]) region.addEventListener(event, countDown);
  region.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("keydown", ({ key }) => key === HOTKEY && region.focus());
  for (const card of cards) {
    card.querySelector("button")?.addEventListener("click", hide);
    swipeable(card, hide);
  }
  return (name) => {
    for (const card of cards) card.hidden = card.dataset["toast"] !== name;
    countDown();
  };
}

function swipeable(card: HTMLElement, onSwiped: () => void): void {
  let from: number | null = null;
  const moved = (event: PointerEvent): number => (from === null ? 0 : Math.max(0, event.clientX - from));
  const place = (px: number): void => {
    card.style.translate = `${px}px`;
  };
  card.addEventListener("pointerdown", (event) => {
    from = event.clientX;
  });
  card.addEventListener("pointermove", (event) => place(moved(event)));
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    card.addEventListener(end, (event) => {
      if (moved(event) >= SWIPE_THRESHOLD_PX) onSwiped();
      from = null;
      place(0);
    });
  }
}
