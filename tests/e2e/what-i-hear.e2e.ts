import type { Page } from "@playwright/test";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import { accessibilityViolations, expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const line = (page: Page) => page.getByRole("region", { name: "What I hear" });

test("what is heard in a topic is said, put right with one tap, followed by the sermon, and a sermon that missed is written anew", async ({
  page,
  app,
}) => {
  const email = `ruth-${Date.now()}@example.com`;
  await signUpAndPay(app, email);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Free Trial Active")).toBeVisible();
  const themes = async (): Promise<unknown[]> => {
    const { rows } = await app.database.query(
      `select g.reading, s.output -> 'image' ->> 'theme' as theme from public.generations g
       join public.generation_steps s on s.generation_id = g.id and s.kind = 'text' order by g.created_at`,
    );
    return rows;
  };

  await test.step("the line appears where its height was kept free", async () => {
    const form = page.getByRole("combobox", { name: "Voice" });
    const before = await form.boundingBox();
    await page
      .getByLabel("Your topic or theme")
      .pressSequentially("My father died in spring, and I have not spoken with my brother");
    await expect(line(page).getByRole("status")).toContainText("your father");
    expect(await form.boundingBox()).toEqual(before);
    await expect(page.getByRole("radio", { name: "for me" })).toBeChecked();
  });

  await test.step("it can be used with the keyboard, and is accessible with its list open", async () => {
    await page.getByRole("radio", { name: "for me" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "for someone I love" })).toBeChecked();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "None of these" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("another reading is one tap away", async () => {
    const list = page.getByRole("list", { name: "What it could be instead" });
    const other = list.getByRole("button").first();
    const heard = await other.innerText();
    await other.click();
    await expect(line(page).getByRole("status")).toHaveText(heard);
    await expect(list).toBeHidden();
  });

  await test.step("the sermon follows it", async () => {
    await page.getByRole("button", { name: "Generate Sermon" }).click();
    await page.waitForURL(/\/sermon\/[0-9a-f-]{36}$/, { timeout: 90_000 });
    expect(await themes()).toEqual([{ reading: "family-conflict.self", theme: "family-conflict" }]);
  });

  await test.step("it missed: it is written anew on another reading, without another day", async () => {
    await page.getByRole("button", { name: "This missed me" }).click();
    await expect(page.getByRole("radio", { name: /your father/ })).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("radio", { name: /your father/ }).check();
    await page.getByRole("button", { name: "Write it anew" }).click();
    await page.waitForURL("**/dashboard");
    await expect(page.getByText("2 of 3 sermons remaining")).toBeVisible();
    await page.getByRole("link", { name: "Open Sermon" }).click({ timeout: 90_000 });
    await page.waitForURL(/\/sermon\/[0-9a-f-]{36}$/);
    expect(await themes()).toEqual([
      { reading: "family-conflict.self", theme: "family-conflict" },
      { reading: "grief.self", theme: "grief" },
    ]);
    await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
    await expect(page.getByRole("button", { name: "This missed me" })).toBeHidden();
  });
});
