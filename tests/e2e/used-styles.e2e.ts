import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STATIC_PAGES } from "../../web/static-pages.ts";
import { BUILD } from "../support/start-app.ts";
import { expect, test } from "./fixtures.ts";

// Public pages carry only the rules that they use (scripts/used-styles.ts).
test.use({ bypassCSP: true, expectedErrors: [/404 \(Not Found\)/] });

const assets = join(BUILD, "client/assets");
const WHOLE = readFileSync(join(assets, readdirSync(assets).find((name) => /^app-.*\.css$/.test(name)) ?? ""), "utf8")
  // A font that is declared anew is loaded anew.
  .replaceAll(/@font-face\{[^}]*\}/g, "");

/** Exchanges the page's rules for the whole sheet. Returns what changes by that: element and property. */
function changesBy(whole: string): string[] {
  const still = document.createElement("style");
  still.textContent = "*{transition:none!important;animation:none!important;font-family:monospace!important}";
  document.body.append(still);
  for (const question of document.querySelectorAll("details")) question.open = true;
  for (const field of document.querySelectorAll("input, textarea")) field.setAttribute("aria-invalid", "true");
  const elements = [...document.querySelectorAll("body, body *:not(style, script)")];
  const read = (): string[] =>
    elements.flatMap((element) => {
      const style = getComputedStyle(element);
      return [...style].map((name) => `${element.className} ${name}: ${style.getPropertyValue(name)}`);
    });
  const before = read();
  for (const used of document.querySelectorAll("head style")) used.remove();
  const sheet = document.createElement("style");
  sheet.textContent = whole;
  document.head.append(sheet);
  const after = read();
  return before.filter((line, i) => line !== after[i]);
}

for (const { colorScheme, member, width } of [
  { colorScheme: "light", member: false, width: 390 },
  { colorScheme: "dark", member: true, width: 1440 },
] as const)
  test(`public pages look in the ${colorScheme} theme at ${width} px as with the whole style sheet`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    for (const path of [...STATIC_PAGES, "/no-such-page", "/offline"]) {
      await page.goto(path);
      if (member) await page.evaluate(() => Object.assign(document.documentElement.dataset, { member: "", admin: "" }));
      expect(await page.evaluate(changesBy, WHOLE), path).toEqual([]);
    }
  });
