import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What keeps people out of the page as it stands, or of the part that a selector names: rule and first place of each breach. */
export async function accessibilityViolations(page: Page, part?: string): Promise<string[]> {
  // No page has a frame of another origin, so axe need not open a blank page for each run, which takes longer than the run.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

/** Nothing on the page as it stands keeps anybody out, in neither theme and at no width. */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  // Not the moment before the page: what waits for the script has no heading.
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
