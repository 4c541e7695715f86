import { startModelServer, type ModelServer } from "../support/model-server.ts";
import { MODEL_SERMON } from "../support/model-sermon.ts";
import { expectAccessible } from "./axe.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test as base } from "./fixtures.ts";

const test = base.extend<object, { models: ModelServer }>({
  models: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs; this one has none
    async ({}, use) => {
      const models = await startModelServer();
      await use(models);
      await models.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ models }, use) =>
      use({ WRITER: "openai", WRITER_MODEL: "gpt-5-mini", WRITER_BASE_URL: models.urlFor("openai"), OPENAI_API_KEY: "sk-test" }),
    { scope: "worker" },
  ],
});

test("consent is asked for before the first topic is sent to a vendor, and can be declined, given and withdrawn", async ({
  app,
  context,
  models,
  page,
}) => {
  models.reply({ text: MODEL_SERMON });
  await signUpTrialUser(app, context, "ruth");
  await page.goto("/dashboard");
  await page.getByLabel("Your topic or theme").fill("I lie awake worrying about my daughter");
  const generate = page.getByRole("button", { name: "Generate Sermon" });
  await generate.click();

  const question = page.getByRole("dialog", { name: "May others read what you write?" });
  await expect(question).toContainText("OpenAI");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page);
  }
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(generate).toBeFocused();
  await expect(page.getByLabel("Your topic or theme")).toHaveValue("I lie awake worrying about my daughter");
  expect(models.requests).toHaveLength(0);

  await generate.click();
  await question.getByRole("button", { name: "Agree and write" }).click();
  await expect(page.getByText("The Door at Night").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Written by an AI model (gpt-5-mini of OpenAI)")).toBeVisible();
  expect(models.requests).toHaveLength(1);

  await page.goto("/security");
  await page.getByRole("button", { name: "Take my consent back" }).click();
  await expect(page.getByText("You have not agreed to this, so no sermons are written for you.")).toBeVisible();
});
