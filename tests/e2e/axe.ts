import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./fixtures.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Resolves when nothing fades any more: the colours of a theme that was just switched and a dialog that just opened are not yet those that people
 * see. A transition can start those of the elements within.
 */
async function fadingEnds(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What a closed <details> hides stands still: its animations run on paper and never end.
    const isSeen = (effect: AnimationEffect | null) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
    const fading = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime) && isSeen(effect),
        );
    do {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    } while (fading().length > 0);
  });
}

/** The accessibility violations that axe finds on the page, or within the selector `part`: rule and first element of each. */
export async function accessibilityViolations(page: Page, part?: string): Promise<string[]> {
  await fadingEnds(page);
  // Once in a document. @axe-core/playwright brings it anew for each run, which takes seven times as long as the run.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (within) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.run(within ?? document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
  }, part);
}

/** Expects no accessibility violations and no horizontal scrolling, in both themes and at three widths. */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  // Wait until the page has rendered; before, it has no heading.
  await expect(page.locator("h1").first()).toBeAttached();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityViolations(page), `${colorScheme} ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  if (size) await page.setViewportSize(size);
}
