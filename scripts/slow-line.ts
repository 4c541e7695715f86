import { chromium } from "@playwright/test";
import { browserPath } from "./browser.ts";

/** Chrome's "Slow 3G" in its usual form: 400 kbit/s each way, and 400 ms until an answer begins. */
const LINE = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

export interface FirstScreen {
  /** Milliseconds until the page's header and a field of its form are seen. */
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
    if (session) {
      const storage = await context.newPage();
      await storage.goto(`${url}/robots.txt`);
      await storage.evaluate((value) => localStorage.setItem("sb-localhost-auth-token", value), session);
      await storage.close();
    }
    const page = await context.newPage();
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
    const when = async (condition: string): Promise<number> => {
      const time = await page.waitForFunction(`${condition} && performance.now()`, undefined, {
        polling: "raf",
        timeout: 120_000,
      });
      return Number(await time.jsonValue());
    };
    const seen = await when(`["header", "form :is(input, textarea)"].every((part) =>
      document.querySelector(part)?.checkVisibility({ visibilityProperty: true }))`);
    const works = await when(`document.querySelector("form :is([type=submit], select):enabled") !== null`);
    return { seen, works, scripts: { ...scripts } };
  } finally {
    await browser.close();
  }
}
