const PRESSED = "data-pressed";

/** What a prerendered page's layout carries until React runs it (routes/app/layout.tsx). */
const WAITING = "[data-waits]";

/**
 * Marks the button that was pressed before React runs the page, also by Enter in a form, and lets the browser send nothing. Of several the last
 * counts. Part of the script in the head.
 */
export function markEarlyPresses(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    // What that script does itself needs no React.
    if (!button?.closest(WAITING) || button.matches("[data-theme-toggle], [data-reload]")) return;
    event.preventDefault();
    for (const earlier of document.querySelectorAll(`[${PRESSED}]`)) earlier.removeAttribute(PRESSED);
    button.setAttribute(PRESSED, "");
  });
}

/** Presses the marked button once more, now that React runs the page. One that the page has replaced meanwhile is gone. */
export function pressAgain(): void {
  const button = document.querySelector<HTMLElement>(`[${PRESSED}]`);
  button?.removeAttribute(PRESSED);
  button?.click();
}
