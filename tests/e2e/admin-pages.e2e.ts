import pg from "pg";
import { signInAsAdmin } from "./admin-fixture.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const PAGES = {
  "/admin/dashboard": "Admin",
  "/admin/contact-submissions": "Contact Submissions",
  "/admin/reported-links": "Reported Links",
  "/admin/analytics-dashboard": "Analytics Dashboard",
  "/admin/user-management": "User Management",
  "/admin/batch-management": "Commission Batch Management",
  "/admin/payout-management": "Payout Management",
  "/admin-commission-configuration": "Commission Rules",
};

/** So many messages, one in three of each status. */
async function fillTable(ownerUrl: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into public.contact_submissions (name, email, message, status, created_at)
     select 'Person ' || n, 'person' || n || '@example.org', repeat('A line of the message. ', 30),
       (array['new', 'responded', 'resolved'])[n % 3 + 1], now() - n * interval '1 hour'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await owner.end();
}

test("the admin pages have no accessibility violations, and their navigation works", async ({ page, app }) => {
  test.slow();
  await fillTable(app.ownerUrl, 60);
  await signInAsAdmin(page, app);
  await page.goto("/admin/dashboard");
  for (const [path, title] of Object.entries(PAGES)) {
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
  }
});

test("the dialogs have no accessibility violations and work by keyboard", async ({ page, app }) => {
  test.slow();
  await fillTable(app.ownerUrl, 3);
  await signInAsAdmin(page, app);
  await page.goto("/admin/contact-submissions");
  for (const [button, title] of [
    [/^View/, "Contact submission"],
    [/^Reply/, "Reply by email"],
  ] as const) {
    const opener = page.getByRole("button", { name: button }).first();
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test("a visitor's text is not run as HTML and does not widen the list, its cells or a dialog", async ({ page, app }) => {
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  await owner.query("insert into public.contact_submissions (name, email, message, form_source) values ($1, $2, $3, $4)", [
    `<img src=x onerror=alert(1)>${"W".repeat(170)}`,
    `${"x".repeat(64)}@${"y".repeat(63)}.example`,
    `<script>alert(1)</script>${"W".repeat(3000)}`,
    "W".repeat(64),
  ]);
  await owner.end();
  let alerts = 0;
  page.on("dialog", async (dialog) => {
    alerts++;
    await dialog.dismiss();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page, app);
  await page.goto("/admin/contact-submissions");
  for (const button of [/^View/, /^Reply/]) {
    await page.getByRole("button", { name: button }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Everything is there to be read, and within its cell.
    const spilled = page.locator("td").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(await spilled).toBe(0);
  }
  expect(alerts).toBe(0);
});

test("ten thousand messages are paged", async ({ page, app }) => {
  await fillTable(app.ownerUrl, 10_000);
  await signInAsAdmin(page, app);
  await page.goto("/admin/contact-submissions?status=new");
  await expect(page.getByText(/^1 to 25 of 3,/)).toBeVisible();
  // One row is the head.
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/^26 to 50 of 3,/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^26 to 50 of 3,/)).toBeVisible();
  await page.goto("/admin/contact-submissions?page=100000");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^View/ }).first()).toBeVisible();
});

test("a user who is not an administrator is redirected from the messages with a message", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "member"));
  await page.goto("/admin/contact-submissions");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("You don't have permission to access this page", { exact: true })).toBeVisible();
});

test("the affiliate login links to the usual login", async ({ page }) => {
  await page.goto("/affiliate/login");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in to your account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
});
