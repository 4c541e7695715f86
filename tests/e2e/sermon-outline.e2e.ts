import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { homily } from "../../server/vendors/writer/composer/homily.ts";
import { readPericopes } from "../../server/pericopes/pericopes.ts";
import { renderSermon } from "../../shared/sermon.ts";
import { readDocument } from "../../shared/sermon-document.ts";
import { expectAccessible } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";
import { readPaper } from "./printed-sermon.ts";

test("the outline of a homily leads through its text with the keyboard, beside it or on a phone above it", async ({
  app,
  context,
  page,
}) => {
  test.slow();
  const { email } = await signUpTrialUser(app, context, "ruth");
  const [pericope] = readPericopes();
  if (!pericope) throw new Error("there is no pericope");
  const sermon = homily(pericope, { minutes: 5, opening: 0 }, { opening: "Opening", gospel: "Gospel", response: "Response" });
  const content = renderSermon(sermon);
  const { rows } = await app.database.query<{ id: string; user_id: string; created_at: Date }>(
    `insert into public.sermons (user_id, title, content)
     select id, 'homily', $2 from auth.users where email = $1 returning id, user_id, created_at`,
    [email, content],
  );
  const image = `${rows[0]?.user_id}/${rows[0]?.id}/${"a".repeat(32)}.webp`;
  const picture = sharp({ create: { width: 1536, height: 864, channels: 3, background: "#335577" } });
  await app
    .service()
    .storage.from("sermon-images")
    .upload(image, await picture.webp().toBuffer(), { contentType: "image/webp" });
  await app.database.query("update public.sermons set image_url = $2 where id = $1", [rows[0]?.id, image]);
  await page.goto(`/sermon/${rows[0]?.id}`);
  const outline = page.getByRole("complementary", { name: "Outline" });
  const toggle = outline.getByRole("button", { name: "Outline", exact: true });
  const [first, second] = sermon.outline?.points ?? [];
  const link = (claim = "") => outline.getByRole("link", { name: claim });

  await test.step("beside the text it is open, and the point that is read is current", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(toggle).toBeHidden();
    await expect(outline.getByRole("heading", { name: "Questions for a group" })).toBeVisible();
    await expect(outline.locator("[aria-current]")).toHaveCount(0);
    await link(second?.claim).press("Enter");
    await expect(page.getByRole("heading", { name: second?.claim ?? "" })).toBeInViewport();
    await expect(page.getByRole("heading", { name: second?.claim ?? "" })).toBeFocused();
    await expect(link(second?.claim)).toHaveAttribute("aria-current", "location");
    await page.getByRole("region", { name: "Sermon text" }).press("Home");
    await expect(outline.locator("[aria-current]")).toHaveCount(0);
  });

  await test.step("on a phone it is closed until it is wanted", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(link(first?.claim)).toBeHidden();
    await toggle.press("Enter");
    await link(first?.claim).press("Enter");
    await expect(page.getByRole("heading", { name: first?.claim ?? "" })).toBeInViewport();
    // The page itself has scrolled, and still knows what is read.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(link(first?.claim)).toHaveAttribute("aria-current", "location");
    await page.evaluate(() => scrollTo(0, 0));
    await expect(outline.locator("[aria-current]")).toHaveCount(0);
  });

  await test.step("a passage scrolls under its title and close button, and a tap outside leads back to its reference", async () => {
    const reference = outline.getByRole("button", { name: /\d:\d/ }).first();
    await reference.click();
    const sheet = page.getByRole("dialog", { name: "The passage in its chapter" });
    await sheet.getByRole("button", { name: /Show the whole chapter/ }).click();
    await sheet.getByRole("region", { name: "Passage" }).press("End");
    await expect(sheet.getByText(/World English Bible|King James Version/)).toBeInViewport();
    await expect(sheet.getByRole("heading", { name: "The passage in its chapter" })).toBeInViewport();
    await expect(sheet.getByRole("button", { name: "Close" })).toBeInViewport();
    await page.mouse.click(5, 400);
    await expect(sheet).toBeHidden();
    await expect(reference).toBeFocused();
  });

  await test.step("it is accessible, and printed even if it is closed", async () => {
    await expectAccessible(page);
    await page.setViewportSize({ width: 720, height: 900 });
    await toggle.press("Enter");
    await expect(link(first?.claim)).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(link(first?.claim)).toBeVisible();
    await expect(toggle).toBeHidden();
    await expect(page.getByRole("link", { name: "Back to Sermons" })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  await test.step("printed it has what the PDF has, in the same order", async () => {
    await expect.poll(() => page.locator("article img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const printed = await page.pdf({ format: "A4" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "More formats" }).click();
    await page.getByRole("menuitemradio", { name: "A4" }).click();
    await page.getByRole("menuitem", { name: /^PDF To print/ }).click();
    const made = await readFile(await (await download).path());
    const date = rows[0]?.created_at.toISOString();
    const document = readDocument(content, date ? { date } : {});
    const onPage = await readPaper(new Uint8Array(printed), document);
    const inFile = await readPaper(new Uint8Array(made), document);
    expect(inFile).toEqual({ missing: [], pictures: 1, pages: expect.any(Number), paper: [0, 0, 600, 840] });
    expect(onPage).toEqual({ ...inFile, pages: expect.any(Number) });
    expect(Math.abs(onPage.pages - inFile.pages)).toBeLessThanOrEqual(1);
  });
});
