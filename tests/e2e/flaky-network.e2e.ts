import type { Page } from "@playwright/test";
import { signUpTrialUser } from "./billing-fixture.ts";
import { isApi } from "./api-calls.ts";
import { expect, test } from "./fixtures.ts";
import { holdRecording } from "./hold-recording.ts";

const SERMON = /\/sermon\/[0-9a-f-]{36}$/;

// The requests that these tests break.
test.use({ expectedErrors: [/net::ERR_|Failed to fetch|Error loading route module/] });

/** Everything that a message on the page ever said, also one that is gone. */
async function recordMessages(page: Page): Promise<() => Promise<string[]>> {
  const said: string[] = [];
  await page.exposeFunction("messageShown", (text: string) => said.push(text));
  await page.addInitScript(() => {
    const seen = new WeakSet<Element>();
    const told = globalThis as unknown as { messageShown: (text: string) => void };
    new MutationObserver(() => {
      for (const message of document.querySelectorAll<HTMLElement>("li[data-swipe-direction]")) {
        if (!seen.has(message)) told.messageShown(message.innerText);
        seen.add(message);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return async () => said;
}

async function begin(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(page.getByText("Free Trial Active")).toBeVisible();
  await page.getByLabel("Your topic or theme").fill("forgiving my father");
  await page.getByRole("button", { name: "Generate Sermon" }).click();
}

async function expectWholeSermon(page: Page): Promise<void> {
  await page.waitForURL(SERMON, { timeout: 90_000 });
  await expect.poll(() => page.locator("article img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1536);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
}

test("a network that is cut during a generation and comes back is no failure, and a reload finds the sermon", async ({
  page,
  context,
  app,
}) => {
  await signUpTrialUser(app, context, "ruth");
  const messages = await recordMessages(page);
  // The sermon would open with its first words.
  const letGoOn = await holdRecording(app, 0);
  await begin(page);
  await expect(page.getByRole("region", { name: "The text so far" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("The connection is away.", { exact: false })).toBeVisible();
  await context.setOffline(false);
  await letGoOn();
  await expectWholeSermon(page);
  await page.reload();
  await expectWholeSermon(page);
  expect(await messages()).toEqual([]);
});

test("a network that loses every fifth call during a generation shows no error, and the sermon opens", async ({
  page,
  context,
  app,
}) => {
  await signUpTrialUser(app, context, "naomi");
  const messages = await recordMessages(page);
  await page.goto("/dashboard");
  await expect(page.getByText("Free Trial Active")).toBeVisible();
  let requests = 0;
  // Calls and files, not the program's own code: a browser does not fetch a module again that it failed to fetch once.
  await context.route(
    (address) => isApi(address.pathname),
    (route) => (++requests % 5 === 0 ? route.abort("connectionreset") : route.continue()),
  );
  await page.getByLabel("Your topic or theme").fill("forgiving my father");
  await page.getByRole("button", { name: "Generate Sermon" }).click();
  await expectWholeSermon(page);
  expect(await messages()).toEqual([]);
});
