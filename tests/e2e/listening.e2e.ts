import type { Page } from "@playwright/test";
import { readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import { speak } from "../support/spoken-sermon.ts";
import { storeSermon } from "../support/stored-sermon.ts";
import { accessibilityViolations } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";
import {
  background,
  installProbe,
  installVoice,
  litWords,
  lockScreen,
  noteLitWords,
  pressOnLockScreen,
  quietest,
} from "./listening-probe.ts";

// What the player does beside playing, with a recording of twenty seconds that is heard in a browser.

const CONTENT = `# Be Still

*Come and sit down.*

The day was long, and it is over now.

## The Promise

> Be still, and know that I am God.
>
> — Psalm 46:10

He is near to you tonight.

## Prayer

Lord, keep us in your peace. Amen.`;

const audio = (page: Page) =>
  page.evaluate(() => {
    const { currentTime = 0, duration = 0, paused = true, volume = 1 } = document.querySelector("audio") ?? {};
    return { currentTime, duration, paused, volume };
  });
const heard = async (page: Page) => (await audio(page)).currentTime;
const isPaused = async (page: Page) => (await audio(page)).paused;
const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true }).click();
const sheet = (page: Page) => page.getByRole("dialog", { name: "Listening and reading" });
/** Chooses in the sheet, which is opened for it and closed again. */
async function choose(page: Page, group: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: "More for listening and reading" }).click();
  await sheet(page).getByRole("group", { name: group }).getByText(choice, { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
}
async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await accessibilityViolations(page, "[role=dialog]"), colorScheme).toEqual([]);
  }
}

test("a recording is stopped by the timer, played from the lock screen, underlaid, repeated, followed by the next, and read by the device", async ({
  page,
  context,
  app,
}) => {
  test.slow();
  const { email } = await signUpTrialUser(app, context, "ruth");
  const { rows } = await app.database.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  const userId = rows[0]?.id ?? "";
  const spoken = await speak(CONTENT);
  const second = await storeSermon(app, userId, {
    ...spoken,
    content: CONTENT.replace("Be Still", "Be Near"),
    title: "fear of the night",
  });
  const first = await storeSermon(app, userId, { ...spoken, title: "a long day" });
  await installProbe(page);
  await page.goto(`/sermon/${first.id}`);

  await test.step("everything about listening stands in one sheet, which axe finds nothing in", async () => {
    await page.getByRole("button", { name: "More for listening and reading" }).click();
    await expect(sheet(page).getByRole("button", { name: /^The Promise/ })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
  });

  await test.step("the lock screen shows what is heard, and pauses, plays, moves and changes the chapter", async () => {
    await play(page);
    await expect.poll(() => heard(page)).toBeGreaterThan(0.3);
    const shown = { title: "Be Still", artist: "Lampstand", pictures: 1 };
    expect(await lockScreen(page)).toEqual({ ...shown, album: "Opening", playbackState: "playing" });
    await pressOnLockScreen(page, "nexttrack");
    await expect.poll(() => lockScreen(page)).toEqual({ ...shown, album: "The Promise", playbackState: "playing" });
    const chapter = await heard(page);
    expect(chapter).toBeGreaterThan(3);
    await pressOnLockScreen(page, "pause");
    await expect.poll(() => lockScreen(page)).toMatchObject({ playbackState: "paused" });
    await pressOnLockScreen(page, "seekbackward");
    await expect.poll(() => heard(page)).toBeLessThan(chapter);
    await pressOnLockScreen(page, "play");
    await expect.poll(() => isPaused(page)).toBe(false);
  });

  await test.step("at the end of its chapter the sleep timer stops it, softly, and gives the volume back", async () => {
    await pressOnLockScreen(page, "nexttrack");
    await choose(page, "Sleep timer", "End of this chapter");
    await expect.poll(() => isPaused(page)).toBe(true);
    const prayer = spoken.timings.sentences.at(-2)?.start ?? 0;
    const stoppedAt = await heard(page);
    expect(stoppedAt).toBeGreaterThan(prayer - 0.1);
    expect(stoppedAt).toBeLessThan(prayer + 2);
    expect([(await audio(page)).volume, (await quietest(page)) < 0.3]).toEqual([1, true]);
    await expect(page.getByRole("button", { name: /^Sleep timer/ })).toBeHidden();
  });

  await test.step("it begins again at its end where that was chosen, with rain under it that goes with the voice", async () => {
    await choose(page, "At the end", "Begin again");
    await choose(page, "Under the voice", "Rain");
    const { duration } = await audio(page);
    await page.getByLabel("Place in the recording").fill(String(Math.floor(duration) - 2));
    await play(page);
    await expect.poll(async () => (await background(page)).loudness).toBeGreaterThan(0.002);
    await expect.poll(() => heard(page)).toBeLessThan(duration - 5);
    expect(await isPaused(page)).toBe(false);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect.poll(() => background(page)).toMatchObject({ state: "closed" });
    await choose(page, "Under the voice", "None");
    await choose(page, "At the end", "Stop, or play the next");
  });

  await test.step("Play all goes from one sermon to the next by itself", async () => {
    await page.getByRole("link", { name: "Back to Sermons" }).click();
    await page.getByRole("button", { name: "Play all" }).click();
    const bar = page.getByRole("complementary", { name: "Now playing" });
    await expect(bar).toContainText("Be Still");
    await expect(bar.getByRole("button", { name: "Next sermon, 1 to come" })).toBeVisible();
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.evaluate(() => {
      const audio = document.querySelector("audio");
      if (audio) audio.currentTime = audio.duration - 1;
    });
    await expect(bar).toContainText("Be Near");
    await expect.poll(async () => (await audio(page)).paused || (await heard(page))).toBeGreaterThan(0.3);
    await expect(bar.getByRole("button", { name: /^Next sermon/ })).toBeHidden();
    await bar.getByRole("button", { name: "Stop listening" }).click();
  });

  await test.step("a collection's order is changed by keyboard, and Play all and the list follow it", async () => {
    const { rows: made } = await app.database.query<{ id: string }>(
      "insert into public.collections (user_id, name) values ($1, 'For the night') returning id",
      [userId],
    );
    await app.database.query(
      `insert into public.collection_sermons (collection_id, sermon_id, user_id, added_at)
       values ($1, $2, $4, now() - interval '1 hour'), ($1, $3, $4, now())`,
      [made[0]?.id, first.id, second.id, userId],
    );
    await page.reload();
    await page.getByRole("button", { name: "Collections: a long day" }).click();
    await expect(page.getByRole("dialog", { name: "Collections" }).getByRole("checkbox")).toBeChecked();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("combobox", { name: "Collection", exact: true }).selectOption({ label: "For the night" });
    const change = page.getByRole("button", { name: "Change order" });
    await change.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change order" });
    const titles = dialog.getByRole("list", { name: "Order" }).locator("bdi");
    await expect(titles).toHaveText(["Be Still", "Be Near"]);
    await expectNoViolations(page);
    const down = dialog.getByRole("button", { name: "Move down: Be Still" });
    for (let tabs = 0; tabs < 6 && !(await down.evaluate((button) => button === document.activeElement)); tabs++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(titles).toHaveText(["Be Near", "Be Still"]);
    await expect(dialog.getByRole("status")).toHaveText("Be Still: place 2 of 2");
    await expect(down).toBeFocused();
    await dialog.getByRole("button", { name: "Done" }).press("Enter");
    await expect(change).toBeFocused();
    const cards = page.getByRole("button", { name: /^Collections: / });
    await expect(cards.first()).toHaveAccessibleName("Collections: fear of the night");
  });

  await test.step("a voice of the device reads it, each word lit once and in its order", async () => {
    const other = await context.newPage();
    await installVoice(other);
    await other.goto(`/sermon/${first.id}`);
    await choose(other, "Voice", "Read by this device");
    await other.getByLabel("Place in the recording").fill("0");
    await noteLitWords(other);
    await play(other);
    const words = spokenSentences(readSermon(CONTENT)).flatMap((sentence) => sentence.words.map(({ text }) => text));
    await expect.poll(() => litWords(other)).toEqual(words);
    await expect(other.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await choose(other, "Voice", "The recording");
    await other.close();
  });

  await test.step("after five minutes the sleep timer stops it, by the clock", async () => {
    await page.clock.install();
    await page.goto(`/sermon/${first.id}`);
    await page.getByLabel("Place in the recording").fill("0");
    await play(page);
    await choose(page, "Sleep timer", "5 minutes");
    // It is shorter than these steps take on a slow machine.
    await page.evaluate(() => document.querySelector("audio")?.setAttribute("loop", ""));
    await page.clock.fastForward(293_000);
    await expect.poll(async () => (await audio(page)).volume).toBeLessThan(1);
    expect(await isPaused(page)).toBe(false);
    await page.clock.fastForward(8000);
    await expect.poll(() => isPaused(page)).toBe(true);
    expect((await audio(page)).volume).toBe(1);
  });
});
