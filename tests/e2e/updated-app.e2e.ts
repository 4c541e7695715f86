import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { KEPT } from "../../shared/messages/kept.ts";
import { makeOtherBuild } from "../support/other-build.ts";
import { speak } from "../support/spoken-sermon.ts";
import { BUILD } from "../support/start-app.ts";
import { storeSermon } from "../support/stored-sermon.ts";
import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

const TOPIC = "Her funeral is on Friday and I am to read";
const PARAGRAPH =
  "The night is far gone, and the day is at hand. Let us walk as in the day, and be kind to one another on the way.";
const [OLD_WORDS, NEW_WORDS] = ["Refresh List", "Read the list anew"];

// While the program is exchanged nothing answers, and later the network is cut.
test.use({ expectedErrors: [/net::ERR_/], serviceWorkers: "allow" });

const heard = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const workers = (page: Page) =>
  page.evaluate(async () => {
    const { active, waiting } = await navigator.serviceWorker.ready;
    return [active?.state, waiting?.state];
  });
const playsOn = async (page: Page): Promise<void> => {
  const before = await heard(page);
  await expect.poll(() => heard(page)).toBeGreaterThan(before + 0.3);
};
/** Names of the files of a build that are kept. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      if (name.startsWith("workbox"))
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname.replace("/assets/", ""));
    return found;
  });

test("an update leaves an open tab as it is, playing and with all its parts, and the next visit has the new version and what was kept", async ({
  page,
  context,
  app,
}) => {
  test.slow();
  const { email } = await signUpTrialUser(app, context, "ruth");
  const { rows } = await app.database.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  const content = `# The Morning\n\n${Array.from({ length: 6 }, () => PARAGRAPH).join("\n\n")}`;
  await storeSermon(app, rows[0]?.id ?? "", { title: "the long night", ...(await speak(content)) });
  const other = await mkdtemp(join(tmpdir(), "lampstand-other-build-"));
  const gone = await makeOtherBuild(BUILD, other, (script) => script.replaceAll(OLD_WORDS, NEW_WORDS));
  const menu = page.getByRole("navigation", { name: "Main" });

  await test.step("a tab plays a sermon that it has kept, with the worker of the first version", async () => {
    await page.goto("/my-sermons");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => workers(page)).toEqual(["activated", undefined]);
    await page.getByRole("link", { name: "the long night", exact: true }).click();
    await page.getByRole("button", { name: /^Keep offline/ }).click();
    await expect(page.getByRole("button", { name: KEPT.kept })).toBeVisible();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await playsOn(page);
  });

  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await test.step("the next version comes, its worker keeps its own files and waits, and nothing of the first is on the server", async () => {
    await app.update(other);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(() => workers(page)).toEqual(["activated", "installed"]);
    const sheet = gone.find((name) => name.startsWith("player-sheet-")) ?? "";
    expect((await fetch(`${app.url}/assets/${sheet}`)).status).toBe(404);
    await playsOn(page);
  });

  await test.step("parts that the tab had not loaded yet still open in it, and what is typed stays", async () => {
    await page.getByRole("button", { name: "More for listening and reading" }).click();
    await page.getByRole("dialog", { name: "Listening and reading" }).getByRole("button", { name: "Close" }).click();
    await menu.getByRole("link", { name: "Home" }).click();
    await page.getByLabel("Your topic or theme").fill(TOPIC);
    await menu.getByRole("link", { name: "My Sermons" }).click();
    await expect(page.getByRole("button", { name: OLD_WORDS })).toBeVisible();
    await menu.getByRole("link", { name: "Home" }).click();
    await expect(page.getByLabel("Your topic or theme")).toHaveValue(TOPIC);
    await playsOn(page);
    expect(loads).toEqual([]);
  });

  await test.step("the next visit has the new version alone, with what was typed", async () => {
    await page.close();
    const next = await context.newPage();
    await next.goto("/my-sermons");
    await expect(next.getByRole("button", { name: NEW_WORDS })).toBeVisible();
    await expect.poll(() => workers(next)).toEqual(["activated", undefined]);
    expect((await kept(next)).filter((name) => gone.includes(name))).toEqual([]);
    await next.goto("/dashboard");
    await expect(next.getByLabel("Your topic or theme")).toHaveValue(TOPIC);

    await context.setOffline(true);
    await next.goto("/my-sermons");
    await expect(next.getByText(KEPT.mark, { exact: true })).toBeVisible();
    await next.getByRole("link", { name: "the long night", exact: true }).click();
    await next.getByRole("button", { name: "Play", exact: true }).click();
    await playsOn(next);
    await expect(next.locator("[data-lit] .bg-lamp-firm")).toHaveCount(1);
  });

  await app.update(BUILD);
  await rm(other, { recursive: true });
});
