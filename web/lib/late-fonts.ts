const OPTIONAL = "font-display:optional";

/**
 * Uses web fonts that came too late for the first paint. A sign-in screen keeps its first font, so that its form does not move (scripts/build-web.ts);
 * the document goes on to the app, and there an evening is long.
 */
export function lateFonts(): void {
  for (const style of document.head.querySelectorAll("style"))
    if (style.textContent.includes(OPTIONAL)) style.textContent = style.textContent.replaceAll(OPTIONAL, "font-display:swap");
}
