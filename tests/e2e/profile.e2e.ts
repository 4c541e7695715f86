import type { Page } from "@playwright/test";
import sharp from "sharp";
import { PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { accessibilityViolations, expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** A picture of one colour, as a file to choose. */
async function face(background: string, width = 300): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const picture = sharp({ create: { width, height: width, channels: 3, background } });
  return { name: "Me at the sea.JPG", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

async function clientOf(app: TestApp, email: string) {
  const client = app.visitor();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, userId: data.user.id };
}

const input = (page: Page) => page.locator("input[type=file]").first();
const message = (page: Page, text: string) => page.getByRole("listitem").getByText(text, { exact: true });
const picture = (page: Page) => page.getByRole("link", { name: "Your profile" }).locator("img");
const pictureWidth = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

test("a new picture and name are shown on the profile and in the header", async ({ page, app }) => {
  const email = await createAccount(app, "ruth");
  await signIn(page, email);
  await expect(page.getByRole("link", { name: "Your profile" }).locator("svg")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: email })).toBeVisible();
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page.getByLabel("Email")).not.toBeEditable();

  await input(page).setInputFiles(await face("#884422"));
  await expect(message(page, "Profile picture updated successfully")).toBeVisible();
  await expect.poll(() => pictureWidth(page)).toBe(300);
  const first = await picture(page).getAttribute("src");

  await test.step("a second picture replaces the first, also in storage; one from a camera is scaled down first", async () => {
    const pixels = Buffer.from(Uint8Array.from({ length: 2400 * 1800 * 3 }, (_, i) => (i * 2_654_435_761) >>> 24));
    const large = await sharp(pixels, { raw: { width: 2400, height: 1800, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    await input(page).setInputFiles({ name: "camera.png", mimeType: "image/png", buffer: large });
    await expect.poll(() => picture(page).getAttribute("src")).not.toBe(first);
    await expect.poll(() => pictureWidth(page)).toBe(512);
    const { client, userId } = await clientOf(app, email);
    await expect
      .poll(async () => (await client.storage.from("avatars").list("")).data?.map(({ name }) => name))
      .toEqual([expect.stringMatching(new RegExp(`^${userId}-\\d+\\.jpg$`))]);
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata["avatar_url"]).toBe(await picture(page).getAttribute("src"));
  });

  await test.step("a saved name leads back to the profile", async () => {
    await page.getByLabel("Full Name").fill("Ruth of Moab");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(message(page, "Profile updated successfully")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Ruth of Moab" })).toBeVisible();
  });

  await test.step("the marketing pages show the picture too", async () => {
    await page.goto("/about");
    await expect.poll(() => pictureWidth(page)).toBe(512);
  });
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [/status of 400|ERR_FAILED/] });

  test("after a failed upload the former picture remains, and after a failed save the input remains", async ({ page, app }) => {
    const email = await createAccount(app, "naomi");
    await signIn(page, email);
    await page.goto("/edit-profile");
    await input(page).setInputFiles(await face("#224488"));
    await expect.poll(() => pictureWidth(page)).toBe(300);
    const first = await picture(page).getAttribute("src");

    const svg = { name: "x.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") };
    await input(page).setInputFiles(svg);
    await expect(message(page, "A JPEG, PNG, GIF, WebP or AVIF file can be used.")).toBeVisible();
    await input(page).setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    await expect(message(page, "Please upload an image file")).toBeVisible();

    await page.route("**/rest/v1/profiles?*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    const takenBack = page.waitForResponse((answer) => answer.request().method() === "DELETE" && answer.ok());
    await input(page).setInputFiles(await face("#00ff00", 200));
    await takenBack;
    await expect(message(page, "Failed to upload profile picture").last()).toBeVisible();
    await page.getByLabel("Full Name").fill("Naomi");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(page, "Failed to update profile")).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue("Naomi");
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => pictureWidth(page)).toBe(300);
    expect(await picture(page).getAttribute("src")).toBe(first);
    const { client } = await clientOf(app, email);
    expect((await client.storage.from("avatars").list("")).data).toHaveLength(1);
  });
});

test("the billing anchor scrolls to the billing card, also from another page", async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await signIn(page, await createAccount(app, "anchor"));
  await page.goto("/profile#billing");
  await expect(page.locator("#billing")).toBeFocused();
  await expect(page.getByRole("heading", { name: "Subscription & Billing" })).toBeInViewport();
});

test("the Bible chosen on the profile is kept", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "berean"));
  await page.goto("/profile");
  const king = page.getByRole("radio", { name: /King James/ });
  await expect(king).not.toBeChecked();
  const stored = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await king.click();
  await expect(king).toBeChecked();
  expect((await stored).status()).toBe(204);
  await page.reload();
  await expect(king).toBeChecked();
});

test("a theme chosen in the header or on the profile is stored under both keys and applied before the first paint", async ({
  page,
  app,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  // What the root element was when the body began to be read, before anything could be painted.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      sessionStorage.setItem("at first", document.documentElement.className);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await signIn(page, await createAccount(app, "theme"));
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const keys = () => page.evaluate(() => ["app-theme", "vite-ui-theme"].map((key) => localStorage.getItem(key)));
  const paper = await background();
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  const night = await background();
  expect(night).not.toBe(paper);
  expect(await keys()).toEqual(["dark", "dark"]);
  for (const path of ["/about", "/profile"]) {
    await page.goto(path);
    expect(await page.evaluate(() => sessionStorage.getItem("at first")), path).toBe("dark");
    expect(await background(), path).toBe(night);
  }
  await page.getByLabel("As on this device").check();
  expect(await keys()).toEqual(["system", "system"]);
  expect(await background()).toBe(paper);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe(night);
});

test("toasts close after five seconds or by a swipe to the right, and F8 focuses them", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "toast"));
  await page.goto("/edit-profile");
  await page.mouse.move(0, 0);
  const wrong = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
  const told = message(page, "Please upload an image file");
  await input(page).setInputFiles(wrong);
  await expect(told).toBeVisible();
  const shown = Date.now();
  await expect(told).toBeHidden();
  expect(Date.now() - shown).toBeGreaterThan(4_000);

  await input(page).setInputFiles(wrong);
  await expect(told).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("list")).toBeFocused();
  const swipe = async (px: number) => {
    const box = await told.boundingBox();
    if (!box) throw new Error("the message is gone");
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5 + px, box.y + 5, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(told).toBeVisible();
  await swipe(70);
  await expect(told).toBeHidden({ timeout: 2_000 });
});

test("the menus work by keyboard, return the focus and mark the current page", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "menus"));
  await page.goto("/my-sermons");
  await expect(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")).toHaveText("My Sermons");
  const settings = page.getByRole("button", { name: "Settings" });
  await settings.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual([
    "Profile",
    "Billing",
    "Security",
    "Help & Support",
    "Log Out",
  ]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(settings).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Help & Support" }).press("Enter");
  await expect(page).toHaveURL(/\/support$/);

  await expect(page.getByRole("heading", { name: "Help & Support" })).toBeFocused();

  // Up to a tablet, down to the narrowest telephones and a window at 400 % (WCAG 1.4.10).
  const openMenu = page.getByRole("button", { name: "Open menu" });
  for (const path of ["/about", "/my-sermons"]) {
    await page.goto(path);
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole("banner").getByText(/^v\d/)).toBeVisible();
      await expect(settings).toBeVisible({ visible: width >= 768 });
      await expect(openMenu).toBeVisible({ visible: width < 768 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await openMenu.click();
    const lines = page.getByRole("navigation", { name: "Settings" });
    await expect(lines.getByRole("link")).toHaveText(["Profile", "Billing", "Security", "Help & Support"]);
    await page.keyboard.press("Escape");
    await expect(lines).toBeHidden();
  }
  await openMenu.click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("navigation", { name: "Menu" }).getByRole("link")).toHaveText(["About", "Home", "My Sermons"]);
  await expect(menu.getByRole("button", { name: "Sign Out" })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
});

test("profile, edit profile and help have no accessibility violations", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "axe"));
  for (const [path, heading] of [
    ["/profile", /@example/],
    ["/edit-profile", "Edit Profile"],
    ["/support", "Help & Support"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    if (path === "/edit-profile") await expect(page.getByLabel("Full Name")).toBeVisible();
    if (path === "/support") for (const answer of await page.locator("details").all()) await answer.locator("summary").click();
    await expectAccessible(page);
  }
});

test("the help page can be searched and shows helplines", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "help"));
  await page.goto("/support");
  await page.getByLabel("Search the answers").fill("cancel");
  await page.getByText("How do I cancel?").click();
  await page.getByRole("link", { name: "Subscription & Billing" }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/subscription-billing$/);
  await page.goBack();
  await page.getByRole("link", { name: "see whom to call now" }).click();
  await expect(page.getByRole("heading", { name: "When it cannot wait" })).toBeInViewport();
  await page.getByLabel("Country").selectOption("United Kingdom");
  await expect(page.getByRole("link", { name: "116 123" })).toHaveAttribute("href", "tel:116123");
});

test("the library can be searched and shown as a list", async ({ page, app }) => {
  const email = await createAccount(app, "library");
  const { client } = await clientOf(app, email);
  const sermons = ["rest for a tired nurse", "my brother's wedding"].map((title) => ({
    title,
    content: `# On ${title}\n\nText.`,
  }));
  const { error } = await client.from("sermons").insert(sermons);
  expect(error).toBeNull();
  await signIn(page, email);
  await page.goto("/my-sermons");
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show as list" }).click();
  await expectAccessible(page);
  await page.getByLabel("Search your sermons").fill("nurse");
  await expect(titles).toHaveText(["rest for a tired nurse"]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Show as list" })).toHaveAttribute("aria-pressed", "true");
});
