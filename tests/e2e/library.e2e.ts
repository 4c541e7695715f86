import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

test("Back from a sermon finds the library as it was left, and a deletion leads the focus on", async ({ app, context, page }) => {
  const { email } = await signUpTrialUser(app, context, "lydia");
  await app.database.query(
    `insert into public.sermons (user_id, title, content, created_at)
     select id, 'topic ' || n, '# Written ' || n || E'\\n\\nOf ' || case when n % 2 = 0 then 'rest.' else 'work.' end,
            now() - n * interval '1 day'
     from auth.users, generate_series(1, 24) n where email = $1`,
    [email],
  );
  await page.goto("/my-sermons");
  const search = page.getByLabel("Search your sermons");
  const title = (n: number) => page.getByRole("link", { name: `topic ${n}`, exact: true });
  const place = () => page.evaluate(() => Math.round(scrollY));
  await search.fill("rest");
  await expect(page.getByText("12 sermons found")).toBeVisible();

  const ways: [string, () => Promise<unknown>][] = [
    ["the browser's Back", () => page.goBack()],
    ["the page's link", () => page.getByRole("link", { name: "Back to Sermons" }).click()],
  ];
  for (const [way, goBack] of ways) {
    await test.step(`by ${way}`, async () => {
      await title(22).scrollIntoViewIfNeeded();
      const left = await place();
      expect(left).toBeGreaterThan(300);
      await title(22).click();
      await expect(page.getByRole("heading", { level: 1, name: "Written 22" })).toBeVisible();
      await goBack();
      await expect(title(22)).toBeInViewport();
      await expect.poll(place).toBe(left);
      await expect(search).toHaveValue("rest");
    });
  }

  await test.step("by Back after the sermon's page was loaded anew", async () => {
    await title(22).click();
    await expect(page.getByRole("heading", { level: 1, name: "Written 22" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Written 22" })).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue("rest");
    await expect(page.getByText("12 sermons found")).toBeVisible();
  });

  await test.step("the words are marked where they stand in the text, which the list did not load", async () => {
    const card = page.getByRole("listitem").filter({ has: title(22) });
    await expect(card.locator("mark")).toHaveText("rest");
  });

  await test.step("on a card the next title has the focus, on a sermon's page the library's heading", async () => {
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
    await page.getByRole("button", { name: "Delete topic 22" }).click();
    await confirm.click();
    await expect(title(24)).toBeFocused();
    await title(24).press("Enter");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await confirm.click();
    await expect(page.getByRole("heading", { level: 1, name: "My Sermons" })).toBeFocused();
    await expect(title(24)).toHaveCount(0);
  });

  await test.step("Undo brings a sermon back, and Recently deleted what was deleted before", async () => {
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(title(24)).toBeVisible();
    await page.getByRole("link", { name: "Recently deleted" }).click();
    await expect(page.getByText("30 days left")).toBeVisible();
    await page.getByRole("button", { name: "Restore topic 22" }).click();
    await expect(page.getByText("Nothing was deleted lately.")).toBeVisible();
    await page.getByRole("link", { name: "Back to Sermons" }).click();
    await expect(title(22)).toBeVisible();
  });
});
