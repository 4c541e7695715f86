import { BRAND } from "../../shared/brand.ts";
import { mailTo } from "../support/sign-up.ts";
import { createAdmin, write } from "./admin-fixture.ts";
import { address, fillIn } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test("a visitor's message is mailed to the administrators, and the reply is mailed to the visitor", async ({
  page,
  app,
  browser,
}) => {
  const visitor = address("naomi");
  const name = `Naomi ${Date.now()}`;
  await test.step("the form sends its requests and shows a toast", async () => {
    const calls: { path: string; body: unknown }[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/functions/v1/"))
        calls.push({ path: `${request.method()} ${new URL(request.url()).pathname}`, body: request.postDataJSON() });
    });
    await page.goto("/contact");
    await write(page, { name, email: visitor, message: "My sermon has no sound.\n<b>Please</b> look." });
    await expect(page.getByText("Message Sent")).toBeVisible();
    await expect(page.getByText("We'll get back to you as soon as possible.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");
    const message = { name, email: visitor, message: "My sermon has no sound.\n<b>Please</b> look." };
    await expect
      .poll(() => calls)
      .toMatchObject([
        { path: "POST /functions/v1/handle-contact-submission", body: { ...message, formSource: "contact_page" } },
        {
          path: "POST /functions/v1/handle-email",
          body: { action: "notify_admin", data: { ...message, form_source: "contact_page" } },
        },
      ]);
  });

  const desk = await browser.newContext({ baseURL: app.url });
  const admin = await desk.newPage();
  await test.step("the mail's link opens the message after signing in", async () => {
    const { email, showCode } = await createAdmin(app, "admin");
    const notice = await mailTo(app, BRAND.supportEmail, new RegExp(name));
    const link = notice.links.find((url) => url.includes("/admin/contact-submissions")) ?? "";
    await admin.goto(link);
    await expect(admin).toHaveURL(/\/login$/);
    await fillIn(admin, email);
    await showCode(admin);
    await expect(admin).toHaveURL(/\/admin\/contact-submissions$/);
    await expect(admin.getByRole("cell", { name, exact: true })).toBeVisible();
  });

  await test.step("the message is shown unchanged", async () => {
    await admin.getByRole("button", { name: `View the message of ${name}` }).click();
    const details = admin.getByRole("dialog", { name: "Contact submission" });
    await expect(details.getByText("<b>Please</b> look.")).toBeVisible();
    await expect(details.getByText("No reply has been sent yet.")).toBeVisible();
    await expect(details.getByLabel("Status")).toHaveValue("new");
  });

  await test.step("the reply is sent and listed in the history", async () => {
    await admin.getByRole("button", { name: "Reply", exact: true }).click();
    const reply = admin.getByRole("dialog", { name: "Reply by email" });
    await expect(reply.getByLabel("To")).toHaveValue(visitor);
    // The cursor is where the answer goes.
    await admin.keyboard.type("It plays again.");
    await reply.getByRole("button", { name: "Send Email" }).click();
    await expect(admin.getByText(`Reply sent to ${visitor}`, { exact: true })).toBeVisible();
    const details = admin.getByRole("dialog", { name: "Contact submission" });
    await expect(details.getByRole("region", { name: "Email history" })).toContainText("It plays again.");
    await expect(details.getByLabel("Status")).toHaveValue("responded");
    await details.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("the reply arrives by mail", async () => {
    const mail = await mailTo(app, visitor);
    expect(mail.subject).toBe(`Re: Your message to ${BRAND.product} Support`);
    expect(mail.text).toContain(`Hello ${name},`);
    expect(mail.text).toContain("It plays again.");
  });

  await test.step("after a reload the message has the status responded and one reply, and can be resolved", async () => {
    await admin.goto("/admin/contact-submissions?status=responded");
    await admin.getByRole("button", { name: `View the message of ${name}` }).click();
    const details = admin.getByRole("dialog", { name: "Contact submission" });
    await expect(details.getByRole("region", { name: "Email history" }).getByRole("listitem")).toHaveCount(1);
    await details.getByLabel("Status").selectOption("Resolved");
    await details.getByLabel("Admin notes").fill("Solved");
    await details.getByRole("button", { name: "Save Changes" }).click();
    await expect(admin.getByText("Submission updated successfully", { exact: true })).toBeVisible();
    await expect(admin.getByRole("cell", { name, exact: true })).toHaveCount(0);
    await admin.getByRole("tab", { name: /^Resolved/ }).click();
    await expect(admin.getByRole("cell", { name, exact: true })).toBeVisible();
  });
  await desk.close();
});

test("the form is filled in and sent by keyboard alone", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Ruth");
  await page.keyboard.press("Tab");
  await page.keyboard.type(address("ruth"));
  await page.keyboard.press("Tab");
  await page.keyboard.type("Thank you.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send Message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Message Sent")).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Message Sent")).toBeHidden();
});

test.describe("when the server can't be reached", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("an error is shown, and the input stays", async ({ page }) => {
    await page.route("**/functions/v1/handle-contact-submission", (route) => route.abort());
    await page.goto("/contact");
    await write(page, { name: "Ruth", email: "ruth@example.org", message: "A long story" });
    await expect(page.getByText("Something went wrong")).toBeVisible();
    await expect(page.getByText("Please try again later.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("A long story");
    await expectAccessible(page);
  });
});

test("errors are shown at their fields, without accessibility violations", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Email", { exact: true }).fill("ruth");
  await page.getByRole("button", { name: "Send Message" }).click();
  for (const text of ["Please enter your name", "Please enter a valid email address", "Please enter your message"])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expectAccessible(page);
});

test("without JavaScript the form is disabled and the page shows the mail address", async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const page = await context.newPage();
  await page.goto("/contact");
  await expect(page.getByText("This form needs JavaScript.")).toBeVisible();
  await expect(page.getByLabel("Message")).toBeDisabled();
  await context.close();
});
