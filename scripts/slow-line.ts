import { chromium } from "@playwright/test";
import { PRERENDERED_SCREENS } from "../shared/site.ts";
import { browserPath } from "./browser.ts";

/** Chrome's "Slow 3G" in its usual form: 400 kbit/s each way, and 400 ms until an answer begins. */
const LINE = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

export interface FirstScreen {
  /** Milliseconds until the page's header and a field of its form are seen; where it has no form, its heading. */
  seen: number;
  /** Milliseconds until the button of the form, or in place of an empty topic its voice, works. */
  works: number;
  /** What has been fetched by then. */
  scripts: { files: number; bytes: number };
}

/** What a person with an empty cache waits for on a slow line. `session`: as the app stores it, or null for a visitor. */
export async function measureSlowLine(url: string, path: string, session: string | null): Promise<FirstScreen> {
  const browser = await chromium.launch(await browserPath());
  try {
    const context = await browser.newContext(PHONE);
    // The first page of a browser waits for the browser itself.
    const page = await context.newPage();
    await page.goto(`${url}/robots.txt`);
    if (session) await page.evaluate((value) => localStorage.setItem("sb-localhost-auth-token", value), session);
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", LINE);
    const scripts = { files: 0, bytes: 0 };
    const isScript = new Set<string>();
    line.on("Network.responseReceived", ({ requestId, response }) => {
      if (response.mimeType.endsWith("javascript")) isScript.add(requestId);
    });
    line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (!isScript.has(requestId)) return;
      scripts.files += 1;
      scripts.bytes += encodedDataLength;
    });
    await page.goto(url + path, { waitUntil: "commit" });
    const whenShown = async (...selectors: string[]): Promise<number> => {
      for (const selector of selectors) await page.locator(selector).first().waitFor({ timeout: 120_000 });
      // Since the navigation began.
      return page.evaluate(() => performance.now());
    };
    const isForm = PRERENDERED_SCREENS.some((screen) => screen === path);
    const seen = await whenShown("header", isForm ? "form :is(input, textarea)" : "h1");
    // When React runs it, and does what was pressed before.
    const works = isForm ? await whenShown("body:not(:has([data-waits])) form :is([type=submit], select):enabled") : seen;
    return { seen, works, scripts: { ...scripts } };
  } finally {
    await browser.close();
  }
}
