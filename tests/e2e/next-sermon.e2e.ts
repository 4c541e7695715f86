import type { Page } from "@playwright/test";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const HOUR = 3_600_000;

// A zone that never changes its clocks: 9:40 AM there is 16:40 UTC on every day of the year.
test.use({ timezoneId: "America/Phoenix" });

const card = (page: Page) => page.getByRole("complementary", { name: "Your plan" });
const generate = (page: Page) => page.getByRole("button", { name: "Generate Sermon" });

test("who has had today's sermon reads from which hour the next one is free, and at that hour the form opens by itself", async ({
  app,
  context,
  page,
}) => {
  const { email } = await signUpTrialUser(app, context, "anna");
  const next = new Date();
  next.setUTCHours(16, 40, 0, 0);
  if (next.getTime() <= Date.now()) next.setTime(next.getTime() + 24 * HOUR);
  const beginTrial = (at: Date) =>
    app.database.query(
      "update public.profiles p set trial_start_date = $2 from auth.users u where u.id = p.id and u.email = $1",
      [email, at],
    );
  await beginTrial(new Date(next.getTime() - 24 * HOUR));
  await app.database.query(
    `insert into public.trial_uses (user_id, day, generation_id, delivered_at)
     select id, 0, gen_random_uuid(), now() from auth.users where email = $1`,
    [email],
  );

  await page.clock.install();
  await page.goto("/dashboard");
  const untilNext = next.getTime() - Date.now();
  const today = untilNext < 9 * HOUR + 40 * 60_000;
  await expect(card(page)).toContainText(`Your next sermon is free ${today ? "today" : "tomorrow"} from 9:40 AM.`);
  await page.getByLabel("Your topic or theme").fill("the long night");
  await expect(generate(page)).toBeDisabled();

  await test.step("on a phone, where the plan is far below, it stands once, under the button", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const told = page.getByText(/Daily limit reached/).filter({ visible: true });
    await expect(told).toHaveCount(1);
    const paragraph = told.locator("xpath=ancestor::p");
    const [button, text] = await Promise.all([generate(page).boundingBox(), paragraph.boundingBox()]);
    expect(text?.height).toBeGreaterThan(20);
    expect((text?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeLessThan(24);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("after midnight the hour is today's", async () => {
    await page.clock.fastForward(untilNext - 5 * 60_000);
    await expect(card(page)).toContainText("Your next sermon is free today from 9:40 AM.");
    await expect(generate(page)).toBeDisabled();
  });

  await test.step("when it comes, nothing has to be loaded again, and the words are still there", async () => {
    // The server's clock can't be moved, so its trial began a day earlier.
    await beginTrial(new Date(Date.now() - 24 * HOUR));
    await page.clock.fastForward(6 * 60_000);
    await expect(generate(page)).toBeEnabled();
    await expect(card(page)).toContainText("2 of 3 sermons remaining");
    await expect(page.getByText(/Daily limit reached/)).toHaveCount(0);
    await expect(page.getByLabel("Your topic or theme")).toHaveValue("the long night");
  });
});
