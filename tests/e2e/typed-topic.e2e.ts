import type { Page } from "@playwright/test";
import { signUpAndPay } from "../support/sign-up.ts";
import { address, fillIn, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const box = (page: Page) => page.getByLabel("Your topic or theme");
const stored = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("topic-draft.")).length);

test("a typed topic outlives a reload, the crisis panel and the end of the session, and goes with Log Out", async ({
  page,
  app,
}) => {
  const email = address("hannah");
  await signUpAndPay(app, email);
  const signInAgain = async () => {
    await page.waitForURL("**/login");
    await fillIn(page, email);
    await expect(box(page)).toBeVisible();
  };
  await signIn(page, email);
  await expect(page.getByText("Free Trial Active")).toBeVisible();

  await test.step("a starting point is one tap away", async () => {
    await expectAccessible(page);
    await page.getByRole("button", { name: "I cannot sleep for worry" }).click();
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(" about my son");
    await expect(box(page)).toHaveValue("I cannot sleep for worry about my son");
  });

  const long = `${"I have prayed for years, and nothing changes. ".repeat(40)}\nWhat now?`;
  await test.step("a long one scrolls within its field, and is there after a reload with its end in view", async () => {
    await box(page).fill(long);
    await page.reload();
    await expect(box(page)).toHaveValue(long);
    // The words are there before the scripts, which scroll.
    const lines = () => box(page).evaluate((field) => field.clientHeight / parseFloat(getComputedStyle(field).lineHeight));
    const below = () => box(page).evaluate((field) => field.scrollHeight - field.clientHeight - field.scrollTop);
    await expect.poll(lines).toBeLessThan(13);
    await expect.poll(below).toBeLessThan(2);
  });

  const words = "I want to kill myself tonight";
  await test.step("behind the crisis panel nothing is stored, and the words are there on the way back", async () => {
    await box(page).fill(words);
    await page.getByRole("button", { name: "Generate Sermon" }).click();
    await page.getByRole("button", { name: "Back to the form" }).waitFor();
    expect(await stored(page)).toBe(0);
    await page.getByRole("button", { name: "Back to the form" }).click();
    await expect(box(page)).toHaveValue(words);
  });

  const topic = "Waiting for a child";
  await test.step("whoever has to sign in again finds the words", async () => {
    await box(page).fill(topic);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.endsWith("-auth-token")) localStorage.removeItem(key);
    });
    await page.reload();
    await signInAgain();
    await expect(box(page)).toHaveValue(topic);
  });

  await test.step("whoever signs out leaves nothing behind", async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Log Out" }).click();
    await page.waitForURL("**/login");
    await expect.poll(() => stored(page)).toBe(0);
    await signInAgain();
    await expect(box(page)).toHaveValue("");
  });
});

test("a topic that may tell of danger is asked about, and written with a line about help when nobody is in danger", async ({
  page,
  app,
}) => {
  const email = address("tamar");
  await signUpAndPay(app, email);
  await signIn(page, email);
  const words = "our lad has sold his guitar and paid back what he owed us";
  await box(page).fill(words);
  await page.getByRole("button", { name: "Generate Sermon" }).click();
  const panel = page.getByRole("region", { name: "Is someone in danger?" });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  const generations = async () =>
    (await app.database.query("select from public.generations where prompt = $1", [words])).rowCount;
  expect(await generations()).toBe(0);
  await panel.getByRole("button", { name: "Nobody is in danger: write the sermon" }).click();
  await page.waitForURL(/\/sermon\//);
  await expect(page.getByText("In other countries: findahelpline.com")).toBeAttached();
  expect(await generations()).toBe(1);
});
