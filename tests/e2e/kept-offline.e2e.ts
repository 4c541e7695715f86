import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { KEPT } from "../../shared/messages/kept.ts";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import type { Timings } from "../../shared/timings.ts";
import type { TestApp } from "../support/start-app.ts";
import { expectAccessible } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const CLIENT = join(import.meta.dirname, "../../build/client");
const SECONDS_OF_WORD = 0.5;

// The browser reports each request that found no network.
test.use({ expectedErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/], serviceWorkers: "allow" });

/** A word every half second. */
function timingsOf(content: string): Timings {
  let now = 0;
  const sentences = spokenSentences(readSermon(content)).map(({ words }) => {
    const start = now;
    const times = words.map((): [number, number] => [now, (now += SECONDS_OF_WORD)]);
    return { start, end: now, words: times };
  });
  return { version: 1, seconds: 60, sentences };
}

/** Puts a sermon with recording, timings and picture into the library of the account with this address. Returns its id. */
async function addSermon(app: TestApp, email: string, topic: string): Promise<string> {
  const content = `# About ${topic}\n\nThe night is far gone, and the day is at hand. Let us walk as in the day.`;
  const { rows } = await app.database.query<{ id: string; user_id: string }>(
    `insert into public.sermons (user_id, title, content) select id, $2, $3 from auth.users where email = $1 returning id, user_id`,
    [email, topic, content],
  );
  const { id = "", user_id: owner = "" } = rows[0] ?? {};
  const path = `${owner}/${id}/${"0".repeat(32)}`;
  const sample = (await readdir(join(CLIENT, "assets"))).find((file) => /^sample-.*\.mp3$/.test(file)) ?? "";
  const files = [
    ["sermon-audio", `${path}.mp3`, await readFile(join(CLIENT, "assets", sample)), "audio/mpeg"],
    ["sermon-audio", `${path}.json`, JSON.stringify(timingsOf(content)), "application/json"],
    ["sermon-images", `${path}.webp`, await readFile(join(CLIENT, "stock/1.webp")), "image/webp"],
  ] as const;
  for (const [bucket, name, bytes, contentType] of files) {
    const { error } = await app.service().storage.from(bucket).upload(name, bytes, { contentType });
    if (error) throw error;
  }
  await app.database.query("update public.sermons set audio_url = $2, image_url = $3 where id = $1", [
    id,
    `${path}.mp3`,
    `${path}.webp`,
  ]);
  return id;
}

const card = (page: Page, topic: string) => page.getByRole("link", { name: topic, exact: true });
const time = (page: Page) => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
const caches = (page: Page) => page.evaluate(async () => (await globalThis.caches.keys()).map((name) => name.split(/[.-]/)[0]));

test("what is kept opens, plays and lights up with the network cut, also after a reload, and goes with the sign-out", async ({
  app,
  context,
  page,
}) => {
  const { email } = await signUpTrialUser(app, context, "anna");
  await addSermon(app, email, "the long night");
  const other = await addSermon(app, email, "the early morning");

  await test.step("the browser finds nothing that keeps it from installing the app", async () => {
    await page.goto("/my-sermons");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const devtools = await context.newCDPSession(page);
    const { errors, url } = await devtools.send("Page.getAppManifest");
    expect([errors, new URL(url).pathname]).toEqual([[], "/manifest.webmanifest"]);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // The contexts of these tests are private windows, in which nothing is installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
    await devtools.detach();
  });

  await test.step("one sermon is kept from its page, which says its size, and the last ten from the profile", async () => {
    await card(page, "the long night").click();
    await page.getByRole("button", { name: /^Keep offline, \d\.\d MB$/ }).click();
    await expect(page.getByRole("button", { name: KEPT.kept })).toBeVisible();
    await page.goto("/profile");
    await page.getByRole("checkbox", { name: /^Keep the last ten/ }).check();
    const section = page.getByRole("region", { name: KEPT.title });
    await expect(section.getByText(/^2 sermons, \d\.\d MB\. This browser lets/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("with the network cut the app opens to what is kept", async () => {
    await context.setOffline(true);
    await expect(page.getByText(OFFLINE.banner)).toBeVisible();
    await page.goto("/dashboard");
    await expect(page.getByText(OFFLINE.banner)).toBeVisible();
    await page.getByRole("link", { name: KEPT.toKept(2) }).click();
    await expect(page.getByText(KEPT.onlyThese)).toBeVisible();
    await expect(page.getByText(KEPT.mark, { exact: true })).toHaveCount(2);
    await page.reload();
    await expect(card(page, "the early morning")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("its picture is there, the recording plays from any place, and the words light up", async () => {
    await card(page, "the long night").click();
    const picture = page.getByRole("article").locator("img").first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    expect(await picture.getAttribute("src")).toMatch(/^blob:/);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const lit = page.locator("[data-lit]");
    await expect(lit).toContainText("The night is far gone");
    await expect(lit.locator(".bg-lamp-firm")).toHaveCount(1);
    await page.getByRole("region", { name: "Sermon text" }).getByText("Let us walk").click();
    await expect(lit).toContainText("Let us walk as in the day.");
    await expect.poll(() => time(page)).toBeGreaterThan(12);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
  });

  await test.step("back on the network the place is sent, and what was deleted elsewhere is gone from here", async () => {
    await app.database.query("update public.sermons set deleted_at = now() where id = $1", [other]);
    const stored = async () => {
      const { rows } = await app.database.query<{ seconds: number }>(
        "select seconds from public.sermon_positions p join auth.users u on u.id = p.user_id where u.email = $1",
        [email],
      );
      return rows[0]?.seconds ?? 0;
    };
    expect(await stored()).toBe(0);
    await context.setOffline(false);
    await expect.poll(stored).toBeGreaterThan(12);
    await page.goto("/profile");
    await expect(page.getByRole("region", { name: KEPT.title }).getByText(/^One sermon, /)).toBeVisible();
  });

  await test.step("signing out leaves nothing of it", async () => {
    expect(new Set(await caches(page))).toEqual(new Set(["kept", "workbox"]));
    // The page looks first whether what is kept is as on the server; signed out in the middle of that, the rest of it is refused.
    const compared = page.waitForResponse(/\/rest\/v1\/sermon_positions\?select=sermon_id/);
    await page.goto("/sign-out");
    await compared;
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => caches(page)).toEqual(["workbox"]);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  });
});
