import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The accessibility violations that axe finds on the page, or within the selector `part`: rule and first element of each. */
export async function accessibilityViolations(page: Page, part?: string): Promise<string[]> {
  // Legacy mode skips the blank page that axe opens for frames of other origins: no page has any, and it takes longer than the run.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
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
