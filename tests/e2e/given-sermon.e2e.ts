import { makeSample } from "../../scripts/sample-sermon.ts";
import { storeSermon } from "../support/stored-sermon.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test("a sermon is given away by a link that a visitor reads and hears without an account, until it is taken back", async ({
  page,
  app,
  browser,
}) => {
  test.slow();
  const email = await createAccount(app, "ruth");
  const { rows } = await app.database.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  const { content, mp3, timings } = await makeSample();
  const { id } = await storeSermon(app, rows[0]?.id ?? "", { content, audio: Buffer.from(mp3), timings });
  await signIn(page, email);
  await page.goto(`/sermon/${id}`);
  const title = await page.getByRole("heading", { level: 1 }).innerText();

  const dialog = page.getByRole("dialog", { name: "Give this sermon away" });
  const given = await test.step("it is asked for once, with what is ticked", async () => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog).toContainText("Everybody who has this link can read and hear this sermon.");
    await dialog.getByLabel("A line of dedication").check();
    await dialog.getByLabel("Dedication", { exact: true }).fill("For Naomi");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    const field = dialog.getByLabel("The link");
    await expect(field).toBeFocused();
    await dialog.getByRole("button", { name: "QR code" }).click();
    await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expectAccessible(page);
    return field.inputValue();
  });

  await test.step("it is read without a script", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(given);
    await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(reader.getByText("For Naomi")).toBeVisible();
    await expect(reader.locator("audio[controls]")).toHaveCount(1);
    await plain.close();
  });

  await test.step("it is heard with its words lit up, and closes at once when it is taken back", async () => {
    const visitor = await browser.newContext();
    const theirs = await visitor.newPage();
    const failures: string[] = [];
    theirs.on("console", (message) => (message.type() === "error" ? failures.push(message.text()) : undefined));
    await theirs.goto(given);
    await expectAccessible(theirs);
    await theirs.locator("audio").focus();
    await theirs.keyboard.press("Space");
    await expect(theirs.locator("[data-sentence] .bg-lamp-firm")).toHaveCount(1);
    expect(await theirs.evaluate(() => document.cookie + Object.keys(localStorage).join())).toBe("");
    // A tap on a later sentence plays from there.
    const later = theirs.locator("[data-sentence]").nth(5);
    await later.click();
    await expect(later).toHaveClass(/bg-lamp-soft/);
    expect(failures).toEqual([]);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Links" }).click();
    await expect(dialog.getByText(/, played once/)).toBeVisible();
    await dialog.getByRole("button", { name: "Take back link 1" }).click();
    await expect(dialog.getByText(/You have taken it back/)).toBeVisible();
    expect((await theirs.reload())?.status()).toBe(404);
    await expect(theirs.getByRole("heading", { name: "This link opens nothing" })).toBeVisible();
    await visitor.close();
  });
});
