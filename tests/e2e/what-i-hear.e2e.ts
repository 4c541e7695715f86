import type { Page } from "@playwright/test";
import type { TestApp } from "../support/start-app.ts";
import { accessibilityViolations, expectAccessible } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const TOPIC = "My father died in spring, and I have not spoken with my brother";
const line = (page: Page) => page.getByRole("region", { name: "What I hear" });

/** The readings that a person's texts were asked for and the themes that they have, once there are some. */
async function themes(app: TestApp, email: string): Promise<unknown[]> {
  const { rows } = await app.database.query(
    `select g.reading, s.output -> 'image' ->> 'theme' as theme from public.generations g
     join public.generation_steps s on s.generation_id = g.id and s.kind = 'text' join auth.users u on u.id = g.user_id
     where u.email = $1 and s.output is not null`,
    [email],
  );
  return rows;
}

/** Stores a sermon with its generation as if it had just been made, and returns its address. */
async function storeSermon(app: TestApp, email: string): Promise<string> {
  const { rows } = await app.database.query<{ id: string }>(
    `with made as (insert into public.generations (user_id, prompt, prompt_sha256, minutes, voice, reading, state, text_sha256)
       select id, $2, 'x', 5, 'John', 'family-conflict.self', 'finished', 'x' from auth.users where email = $1
       returning id, user_id, prompt)
     insert into public.sermons (id, user_id, title, content) select id, user_id, prompt, $3 from made returning id`,
    [email, TOPIC, "# Two Brothers\n\n*He ran.*\n\n## The Road\n\nHe ran to meet him."],
  );
  return `/sermon/${rows[0]?.id}`;
}

// Before the other, whose sermon is still being spoken when it ends.
test("a sermon that missed is written anew on another reading, without a day of the trial", async ({ page, context, app }) => {
  const { email } = await signUpTrialUser(app, context, "naomi");
  await page.goto(await storeSermon(app, email));
  await page.getByRole("button", { name: "This missed me" }).click();
  await expect(page.getByRole("radio", { name: /your father/ })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("radio", { name: /your father/ }).check();
  await page.getByRole("button", { name: "Write it anew" }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("3 of 3 sermons remaining")).toBeVisible();
  await page.waitForURL(/\/sermon\/[0-9a-f-]{36}$/, { timeout: 90_000 });
  expect(await themes(app, email)).toEqual([{ reading: "grief.self", theme: "grief" }]);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(page.getByRole("button", { name: "This missed me" })).toBeHidden();
});

test("what was not heard is asked, and what is ticked is in the sermon", async ({ page, context, app }) => {
  const { email } = await signUpTrialUser(app, context, "boaz");
  await page.goto("/dashboard");
  await expect(page.getByText("Free Trial Active")).toBeVisible();
  const form = page.getByRole("combobox", { name: "Voice" });
  const before = await form.boundingBox();
  await page
    .getByLabel("Your topic or theme")
    .fill("the bakery shut on saturday. 22 years. i gave the last loaves to whoever was stood there");
  const question = page.getByRole("group", { name: "Is any of this so?" });
  await question.getByRole("checkbox", { name: "The work you built or planted has failed" }).press("Space");
  await expect(line(page).getByRole("status")).toHaveText("The work you built or planted has failed.");
  expect(await form.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Generate Sermon" }).click();
  await expect
    .poll(() => themes(app, email), { timeout: 60_000 })
    .toEqual([{ reading: "harvest-failed.self+business-failed", theme: "harvest-failed" }]);
});

test("who is not heard chooses among all subjects, and is asked about that", async ({ page, context, app }) => {
  const { email } = await signUpTrialUser(app, context, "tabitha");
  await page.goto("/dashboard");
  await page.getByLabel("Your topic or theme").fill("Monday, and nobody needs my signature");
  await page.getByRole("button", { name: "Not quite?" }).click();
  await page.getByRole("combobox", { name: "Or choose a subject" }).selectOption("Retirement, and what comes after work");
  await expect(line(page).getByRole("status")).toHaveText("A sermon about retirement, and what comes after work.");
  await page.getByRole("checkbox", { name: "Your working life is ending or behind you" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Generate Sermon" }).click();
  await expect
    .poll(() => themes(app, email), { timeout: 60_000 })
    .toEqual([{ reading: "retirement.self+retired", theme: "retirement" }]);
});

test("what is heard in a topic is said, put right with one tap, and followed by the sermon", async ({ page, context, app }) => {
  const { email } = await signUpTrialUser(app, context, "ruth");
  await page.goto("/dashboard");
  await expect(page.getByText("Free Trial Active")).toBeVisible();

  await test.step("the line appears where its height was kept free", async () => {
    const form = page.getByRole("combobox", { name: "Voice" });
    const before = await form.boundingBox();
    await page.getByLabel("Your topic or theme").pressSequentially(TOPIC);
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
    // That a sermon opens when it is ready is seen elsewhere (dashboard-to-library.e2e.ts).
    await expect
      .poll(() => themes(app, email), { timeout: 60_000 })
      .toEqual([{ reading: "family-conflict.self", theme: "family-conflict" }]);
  });
});
