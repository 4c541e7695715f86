import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { OFFLINE } from "../../shared/messages/offline.ts";
import type { Timings } from "../../shared/timings.ts";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { address, fillIn, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const TOPIC = "the long night";
const SENTENCE = "The night is far gone, and the day is at hand.";
const ASSETS = join(import.meta.dirname, "../../build/client/assets");

// The browser reports each request that found no network.
test.use({ expectedErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/] });

/** Puts a sermon into the library of the account with this address; its recording is the landing page's. Returns its id. */
async function addSermon(app: TestApp, email: string): Promise<string> {
  const { rows } = await app.database.query<{ id: string; user_id: string }>(
    `insert into public.sermons (user_id, title, content)
     select id, $2, $3 from auth.users where email = $1 returning id, user_id`,
    [email, TOPIC, `# The Morning\n\n${SENTENCE}`],
  );
  const { id = "", user_id: owner = "" } = rows[0] ?? {};
  const sample = (await readdir(ASSETS)).find((file) => /^sample-.*\.mp3$/.test(file)) ?? "";
  const audio = `${owner}/${id}/${"0".repeat(32)}.mp3`;
  const timings: Timings = { version: 1, seconds: 30, sentences: [] };
  const files = [
    [audio, await readFile(join(ASSETS, sample)), "audio/mpeg"],
    [audio.replace(".mp3", ".json"), JSON.stringify(timings), "application/json"],
  ] as const;
  for (const [path, bytes, contentType] of files) {
    const { error } = await app.service().storage.from("sermon-audio").upload(path, bytes, { contentType });
    if (error) throw error;
  }
  await app.database.query("update public.sermons set audio_url = $2 where id = $1", [id, audio]);
  return id;
}

const banner = (page: Page) => page.getByRole("status").filter({ hasText: OFFLINE.banner });
const text = (page: Page) => page.getByRole("region", { name: "Sermon text" }).getByText(SENTENCE);
const openSermon = (page: Page) => page.getByRole("link", { name: TOPIC, exact: true }).click();
const time = (page: Page) => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Resolves when the worker has all that it keeps, and answers this page. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** [path, text] of all that is kept. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push([new URL(request.url).pathname, (await (await cache.match(request))?.text()) ?? ""]);
    }
    return found;
  });

test.describe("with the worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("without a network the app goes on with what it has, opens again, says so once, and follows when the network is back", async ({
    app,
    context,
    page,
  }) => {
    const { email } = await signUpTrialUser(app, context, "noah");
    const id = await addSermon(app, email);

    await test.step("a public page brings no worker, the first screen of a member does", async () => {
      await page.goto("/about");
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
      await page.goto("/my-sermons");
      await expect(page.getByRole("link", { name: TOPIC, exact: true })).toBeVisible();
      await workerReady(page);
    });

    await test.step("what is loaded stays, a recording plays on, and every screen opens", async () => {
      await openSermon(page);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect
        .poll(() => page.locator("audio").evaluate(({ buffered, duration }: HTMLAudioElement) => buffered.end(0) / duration))
        .toBeGreaterThan(0.99);
      await context.setOffline(true);
      await expect(banner(page)).toBeVisible();
      const before = await time(page);
      await expect.poll(() => time(page)).toBeGreaterThan(before + 0.5);
      await expect(text(page)).toBeVisible();
      await page.getByRole("link", { name: "Back to Sermons" }).click();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
      await expect(page.getByRole("heading", { name: "Create Your Sermon" })).toBeVisible();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Sermons" }).click();
      await expect(page.getByRole("link", { name: TOPIC, exact: true })).toBeVisible();
    });

    await test.step("what needs the network says so", async () => {
      await page.getByRole("button", { name: `Delete ${TOPIC}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText(OFFLINE.action, { exact: true })).toBeVisible();
      await expect(page.getByText("Failed to delete sermon")).toBeHidden();
    });

    await test.step("a reload opens the app again, signed in", async () => {
      await openSermon(page);
      await page.reload();
      await expect(banner(page)).toBeVisible();
      await expect(text(page)).toBeVisible();
      // A part that is loaded when it is opened, as after an update, when the server has it no more.
      await page.getByRole("button", { name: "Settings" }).click();
      await expect(page.getByRole("menuitem", { name: "Security" })).toBeVisible();
      await page.goto("/my-sermons");
      await expect(page.getByText(OFFLINE.waiting).first()).toBeVisible();
    });

    await test.step("a page that is not kept is replaced by ours, with helplines", async () => {
      await page.goto("/about");
      await expect(page.getByRole("heading", { name: OFFLINE.title })).toBeVisible();
      await expect(page.getByRole("link", { name: "Call or text 988" })).toBeVisible();
      await expectAccessible(page);
      // The network comes back while somebody is on the way to another page: they arrive there.
      await page.evaluate(() => addEventListener("beforeunload", () => setTimeout(() => dispatchEvent(new Event("online")))));
      await page.goto("/");
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto("/about");
    });

    await test.step("when the network is back, the page opens by itself, and the screens show what they waited for", async () => {
      await context.setOffline(false);
      await expect(page.getByRole("heading", { name: /^About/, level: 1 })).toBeVisible();
      await context.setOffline(true);
      await page.goto("/my-sermons");
      await expect(banner(page)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole("link", { name: TOPIC, exact: true })).toBeVisible();
      await expect(banner(page)).toBeHidden();
    });

    await test.step("nothing of a person is kept by the worker: the app's files, the shell and the offline page", async () => {
      const files = await kept(page);
      const names = files.map(([path]) => path.replace(/^\/assets\/.*/, "/assets/"));
      expect([...new Set(names)].toSorted()).toEqual(["/assets/", "/my-sermons", "/offline"]);
      const token = JSON.parse(await page.evaluate(() => localStorage.getItem("sb-localhost-auth-token") ?? "null")) as {
        access_token: string;
        refresh_token: string;
      };
      for (const secret of [email, id, TOPIC, SENTENCE, token.access_token, token.refresh_token, app.keys.anonKey])
        expect(files.filter(([, body]) => body.includes(secret)).map(([path]) => path)).toEqual([]);
    });
  });
});

/** Dashboard, library, sermon and billing, each waited for until it shows what it is for. */
async function walk(page: Page): Promise<void> {
  await expect(page.getByText("Free Trial Active")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Sermons" }).click();
  await expect(page.getByText("Audio available")).toBeVisible();
  await openSermon(page);
  await expect(text(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Audio player" })).toBeVisible();
  await page.goto("/subscription-billing");
  await expect(
    page
      .getByRole("region", { name: "Billing history" })
      .getByText(/\$|No /)
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/Loading|Waiting/)).toHaveCount(0);
}

/** A sign-in that is lost says so, and is asked for again by hand. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await expect(async () => {
    const button = page.getByRole("button", { name: "Sign In" });
    if (await button.isEnabled({ timeout: 5_000 }).catch(() => false)) await fillIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 5_000 });
  }).toPass();
}

/** The messages of failure that came up, by their texts. */
async function failures(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("reportFailure", (message: string) => void seen.push(message));
  await page.addInitScript(() => {
    // Before the style sheet is there nothing is painted, and what it hides counts as visible.
    const isShown = (element: Element) => document.styleSheets.length > 0 && element.checkVisibility();
    const report = (window as unknown as { reportFailure: (message: string) => void }).reportFailure;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const toast of [node, ...node.querySelectorAll("li")])
              if (toast.matches("li.border-l-destructive, [role=alert]") && isShown(toast)) report(toast.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  return seen;
}

test.describe("without the worker", () => {
  let email: string;
  test.beforeEach(async ({ app }) => {
    email = address("walker");
    await signUpAndPay(app, email);
    await addSermon(app, email);
  });

  test("with 400 kbit/s and long ways every screen arrives, and none says that it failed", async ({ context, page }) => {
    const seen = await failures(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    await signIn(page, email);
    await walk(page);
    expect(seen).toEqual([]);
  });

  test("when every fifth call of the API is lost, every screen arrives all the same, and none says that it failed", async ({
    page,
  }) => {
    const seen = await failures(page);
    let calls = 0;
    await page.route(/\/(?:auth|rest|storage|functions)\/v1\/|\/config\.json/, (route) =>
      ++calls % 5 === 0 ? route.abort() : route.continue(),
    );
    // In any case also the one call that no query repeats.
    await page.route("**/object/sign/sermon-audio/*/*/*.mp3", (route) => route.abort(), { times: 1 });
    await signInAgain(page, email);
    seen.length = 0;
    await walk(page);
    expect(seen).toEqual([]);
  });
});
