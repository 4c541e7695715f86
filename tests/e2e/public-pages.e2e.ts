import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { BRAND } from "../../shared/brand.ts";
import { STATIC_PAGES } from "../../web/static-pages.ts";
import { accessibilityViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

// What a visitor sees before there is an account.

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
/** The layout shift of a page whose web fonts come when it has been painted without them. */
async function shiftWithLateFonts(page: Page, path: string): Promise<number> {
  const painted = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  painted.resolve();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.unroute("**/*.woff2");
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test.describe("Public routes", () => {
  test("each page has a title, a description, a canonical address, a preview image and one h1", async ({ page, app }) => {
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const path of STATIC_PAGES) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      titles.add(await page.title());
      const content = (selector: string) => page.locator(selector).getAttribute("content");
      const description = (await content("meta[name=description]")) ?? "";
      expect(description.length, path).toBeGreaterThan(50);
      expect(description.length, path).toBeLessThan(200);
      descriptions.add(description);
      const address = `${app.url}${path}`;
      await expect(page.locator("link[rel=canonical]"), path).toHaveAttribute("href", address);
      expect(await content("meta[property='og:url']")).toBe(address);
      expect(await content("meta[property='og:title']")).toBe(await page.title());
      expect(await content("meta[property='og:description']")).toBe(description);
      expect(await content("meta[name='twitter:card']")).toBe("summary_large_image");
      const picture = (await content("meta[property='og:image']")) ?? "";
      expect(picture, path).toContain(app.url);
      const size = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, picture);
      expect(size, path).toEqual([1200, 630]);
    }
    expect(titles.size).toBe(STATIC_PAGES.length);
    expect(descriptions.size).toBe(STATIC_PAGES.length);
  });

  test("sitemap and structured data contain every page, its questions and its price", async ({ page, app, request }) => {
    const robots = await (await request.get("/robots.txt")).text();
    expect(robots).toContain(`Sitemap: ${app.url}/sitemap.xml`);
    const sitemap = await (await request.get("/sitemap.xml")).text();
    const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
    expect(new Set(places)).toEqual(new Set(STATIC_PAGES.map((path) => `${app.url}${path}`)));

    const data = async (path: string): Promise<Record<string, unknown>[]> => {
      await page.goto(path);
      const texts = await page.locator("script[type='application/ld+json']").allTextContents();
      return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    };
    expect((await data("/")).map((thing) => thing["@type"])).toEqual(["Organization", "WebSite"]);
    const faq = await data("/faqs");
    const questions = await page.locator("summary").allTextContents();
    expect(faq).toMatchObject([{ "@type": "FAQPage", mainEntity: questions.map((name) => ({ "@type": "Question", name })) }]);
    expect(await data("/free-trial")).toMatchObject([{ "@type": "Product", offers: { price: "14.99", priceCurrency: "USD" } }]);
  });

  test("an unknown path is answered with status 404 and a page with links", async ({ page, request, expectedErrors }) => {
    expectedErrors.push(/404 \(Not Found\)/);
    for (const path of ["/no-such-page", "/about/team", "/About", "/assets/gone.js", "/404"]) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(heading(page, "This page does not exist"), path).toBeVisible();
    }
    await link(page, "Go to the start page").click();
    await expect(heading(page, "Uplifting AI Sermons")).toBeVisible();
    expect((await request.get("/assets/gone.js")).headers()["content-type"]).toContain("application/json");
  });

  test("the app's paths are answered with status 200, and each page has one address only", async ({ request, app }) => {
    for (const path of ["/login", "/sign-up", "/dashboard", "/sermon/new", "/admin/contact-submissions", "/profile/"])
      expect((await request.get(path)).status(), path).toBe(200);
    for (const [other, path] of [
      ["/about/", "/about"],
      ["/about/index.html", "/about"],
      ["/index.html", "/"],
    ] as const) {
      const answer = await request.get(other, { maxRedirects: 0 });
      expect(answer.status(), other).toBe(301);
      expect(new URL(answer.headers()["location"] ?? "", app.url).pathname).toBe(path);
    }
  });

  test("pages are cached by ETag and compressed", async ({ request }) => {
    for (const coding of ["br", "gzip"]) {
      const first = await request.get("/about", { headers: { "accept-encoding": coding } });
      expect(first.headers()["content-encoding"]).toBe(coding);
      expect(await first.text()).toContain("About");
      const etag = first.headers()["etag"] ?? "";
      expect((await request.get("/about", { headers: { "accept-encoding": coding, "if-none-match": etag } })).status()).toBe(304);
    }
    const refused = await request.get("/about", { headers: { "accept-encoding": "br;q=0, identity" } });
    expect(refused.headers()["content-encoding"]).toBeUndefined();
  });

  test("the site has a web app manifest and icons", async ({ page, request }) => {
    await page.goto("/");
    const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
    const { name, icons } = (await (await request.get(manifest ?? "")).json()) as { name: string; icons: { src: string }[] };
    expect(name).toBe(BRAND.product);
    const touch = (await page.locator("link[rel=apple-touch-icon]").getAttribute("href")) ?? "";
    for (const src of [...icons.map((icon) => icon.src), touch])
      expect((await request.get(src)).headers()["content-type"], src).toBe("image/png");
  });
});

test.describe("Navigation", () => {
  test("the links of header and footer work, and the current page is marked", async ({ page }) => {
    await page.goto("/about");
    const main = page.getByRole("navigation", { name: "Main" });
    for (const [name, path] of [
      ["About", "/about"],
      ["Features", "/features"],
      ["Learn More", "/how-it-works"],
      ["Contact", "/contact"],
    ] as const)
      await expect(main.getByRole("link", { name }), name).toHaveAttribute("href", path);
    await expect(main.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
    await expect(main.getByRole("link", { name: "Features" })).not.toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("banner").getByText(BRAND.version)).toBeVisible();
    const footer = page.getByRole("contentinfo");
    for (const [group, names] of [
      ["Quick Links", ["About", "Features", "Pricing", "Contact"]],
      ["Legal", ["Terms", "Privacy"]],
    ] as const)
      expect(await footer.getByRole("navigation", { name: group }).getByRole("link").allTextContents()).toEqual([...names]);
    const connect = footer.getByRole("navigation", { name: "Connect" });
    for (const [name, path] of [
      ["Write to us", "/contact"],
      ["Questions and answers", "/faqs"],
    ] as const)
      await expect(connect.getByRole("link", { name })).toHaveAttribute("href", path);
    await expect(footer.getByText(`© ${new Date().getFullYear()} ${BRAND.product}`)).toBeVisible();
  });

  test("on a phone the side menu opens and closes by keyboard", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).press("Enter");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu.getByRole("link")).toHaveText(["About", "Features", /^Learn More/, "Contact", "Sign In", "Get Started"]);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  });
});

test.describe("Landing page", () => {
  test("has hero, features, steps and price, and its buttons link to the right pages", async ({ page }) => {
    await page.goto("/");
    await expect(heading(page, "Uplifting AI Sermons")).toBeVisible();
    await expect(page.getByText("Mobile apps for iOS and Android are coming soon")).toBeVisible();
    for (const name of ["AI-Powered Brilliance", "Crystal-Clear Audio", "Stunning Visuals", "Instant Creation"])
      await expect(heading(page, name)).toBeVisible();
    const pictures = page.getByRole("list").filter({ hasText: "Crystal-Clear Audio" }).getByRole("img");
    await pictures.first().scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.map((picture) => picture instanceof HTMLImageElement && picture.naturalWidth)),
      )
      .toEqual([640, 640, 640, 640]);
    for (const name of ["How It Works", "Share Your Need", "AI Generation", "Listen & Reflect"])
      await expect(heading(page, name)).toBeVisible();
    await expect(page.getByText("Limited Time Offer")).toBeVisible();
    await expect(page.getByText("$14.99", { exact: true })).toBeVisible();
    await expect(page.getByText("Cancel anytime")).toBeVisible();
    for (const [name, path] of [
      ["Transform Your Life Now", "/about"],
      ["Start Here", "/how-it-works"],
      ["Start Your Journey", "/sign-up"],
      ["Start Your Free Trial", "/sign-up"],
    ] as const)
      await expect(link(page, name)).toHaveAttribute("href", path);
  });

  test("loads no script and is small", async ({ page, request }) => {
    const kinds: string[] = [];
    page.on("request", (asked) => kinds.push(asked.resourceType()));
    await page.goto("/", { waitUntil: "networkidle" });
    expect(kinds).not.toContain("script");
    expect(kinds).not.toContain("media");
    expect(kinds).not.toContain("fetch");
    // The whole page, its scripts inside: less than the 15 kB that scripts alone may have. Its style sheet has the same again.
    const html = await (await request.get("/")).text();
    const style = /<style>.*?<\/style>/s;
    expect(brotliCompressSync(html.replace(style, "")).length).toBeLessThan(15_000);
    expect(brotliCompressSync(style.exec(html)?.[0] ?? "").length).toBeLessThan(15_000);
  });

  test("the sample sermon plays by keyboard and highlights its words", async ({ page }) => {
    await page.goto("/");
    const sample = page.getByRole("article", { name: "A sample sermon" });
    await sample.getByRole("button", { name: "Play the sample" }).press("Enter");
    await expect(sample.getByRole("button", { name: "Pause the sample" })).toBeVisible();
    await expect(sample.locator("[data-sentence].bg-lamp-soft .bg-lamp-firm")).toBeVisible();
    const place = sample.getByRole("slider", { name: "Place in the sample" });
    await place.fill("40");
    await expect(sample.locator("[data-sentence].bg-lamp-soft")).toContainText(/\w/);
    await expect.poll(() => place.inputValue().then(Number)).toBeGreaterThanOrEqual(40);
    await sample.getByRole("button", { name: "Pause the sample" }).click();
    expect(await accessibilityViolations(page, "[data-sample]")).toEqual([]);
  });

  test("if the recording can't be loaded, the text and a message are shown", async ({ page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/);
    await page.route("**/*.mp3", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("button", { name: "Play the sample" }).click();
    await expect(page.getByText("The recording could not be loaded. Everything it says stands here.")).toBeVisible();
  });

  test("without scripts the browser's audio controls are shown", async ({ browser, app }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.locator("audio")).toBeVisible();
    await expect(page.getByRole("button", { name: "Play the sample" })).toBeHidden();
    await context.close();
  });

  test("loading causes no layout shift, also if the fonts come late, and reduced motion stops the animations", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    // A phone's width, at which the version beside the sign-up's lead has room in one font and not in the other.
    await page.setViewportSize({ width: 412, height: 823 });
    for (const path of ["/", "/sign-up", "/login"]) {
      expect(await shiftWithLateFonts(page, path), path).toBeLessThanOrEqual(0.01);
      const running = () => document.getAnimations().filter(({ playState }) => playState === "running").length;
      expect(await page.evaluate(running), path).toBe(0);
    }
  });
});

test.describe("Other marketing pages", () => {
  const has = (path: string, headings: string[], links: [name: string, to: string][]) =>
    test(`${path} has its headings and links`, async ({ page }) => {
      await page.goto(path);
      for (const name of headings) await expect(page.getByRole("heading", { name }).first(), name).toBeVisible();
      for (const [name, to] of links) await expect(link(page, name).first(), name).toHaveAttribute("href", to);
    });

  has("/about", ["During the free trial", "With Premium"], [["Start Your Free Trial", "/sign-up"]]);
  has(
    "/features",
    ["AI-Powered Brilliance", "Personal Connection", "Available 24/7", "Premium Quality"],
    [["Start Your Free Trial", "/sign-up"]],
  );
  has(
    "/how-it-works",
    ["Free for 3 days, then $14.99/month", "AI-Powered Generation", "Voice Synthesis"],
    [["Start Your Free Trial", "/sign-up"]],
  );
  has("/free-trial", ["Daily Sermon", "How the first days go"], [["Start Your Free Trial", "/sign-up"]]);
  has(
    "/terms",
    ["Terms", "Use License", "Disclaimer", "For entertainment only", "Refunds", "Cancelling"],
    [["privacy page", "/privacy"]],
  );
  has("/privacy", ["Data Protection", "Your Control", "Faith is sensitive", "Your rights"], [["Security", "/security"]]);
  has("/contact", ["Email support", "Quick response"], []);

  test("the FAQ has six questions, opened one at a time, by keyboard", async ({ page }) => {
    await page.goto("/faqs");
    const questions = page.locator("summary");
    await expect(questions).toHaveCount(6);
    await expect(page.locator("details[open]")).toHaveCount(1);
    await questions.nth(4).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("the text exports as a plain text file")).toBeVisible();
    await expect(page.locator("details[open]")).toHaveCount(1);
  });

  test("the header fits a tablet also in the system's letters, which a first visit over a slow line is read in", async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/);
    await page.route("**/*.woff2", (route) => route.abort());
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto("/");
    const button = page.getByRole("banner").getByRole("link", { name: "Start Free Trial" });
    const { x = 0, width = 768 } = (await button.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(768 - 32);
  });

  test("every page fits at 200 % zoom without horizontal scrolling", async ({ page }) => {
    // 200 % of 1280 by 1024 leaves a viewport of 640 (WCAG 1.4.4); 320 is 400 % (1.4.10).
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 512 });
      for (const path of STATIC_PAGES) {
        await page.goto(path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
  });
});
