import { signUpTrialUser } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";
import { holdRecording } from "./hold-recording.ts";

/** Title, focus and the first paragraphs. */
const PARTS = 4;

test("a sermon is read, heard and followed by its words while its recording is made, and to its end when it is", async ({
  page,
  context,
  app,
}) => {
  const { email } = await signUpTrialUser(app, context, "ruth");
  const letGoOn = await holdRecording(app, PARTS);
  const voice = async () => {
    const { rows } = await app.database.query<{ status: string; parts: number }>(
      `select s.status, (select count(*)::int from public.growing_recording_parts p where p.generation_id = g.id) as parts
       from public.generations g join auth.users u on u.id = g.user_id
       join public.generation_steps s on s.generation_id = g.id and s.kind = 'voice' where u.email = $1`,
      [email],
    );
    return rows[0];
  };
  const audio = page.locator("audio");
  const time = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);

  await page.goto("/dashboard");
  await page.getByLabel("Your topic or theme").fill("forgiving my father");
  await page.getByRole("button", { name: "Generate Sermon" }).click();

  await test.step("the page opens with its text, and its first words are heard and light up, before the recording is made", async () => {
    await page.waitForURL(/\/sermon\/[0-9a-f-]{36}$/);
    expect((await page.getByRole("region", { name: "Sermon text" }).innerText()).split(/\s+/).length).toBeGreaterThan(500);
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(time).toBeGreaterThan(3);
    await expect(page.locator("[data-lit] .bg-lamp-firm")).toBeVisible();
    expect(await audio.getAttribute("src")).toContain("/growing-recording/");
    await expect.poll(voice).toEqual({ status: "in-progress", parts: PARTS });
    // The whole length is known.
    const length = await page.getByLabel("Place in the recording").evaluate((slider: HTMLInputElement) => Number(slider.max));
    expect(length).toBeGreaterThan(270);
    expect(length).toBeLessThan(330);
  });

  await test.step("a place that is not spoken yet is waited for, and heard when it is", async () => {
    await page.getByLabel("Place in the recording").fill("200");
    await letGoOn();
    await expect.poll(time).toBeGreaterThan(202);
    await expect(page.locator("[data-lit]")).toBeInViewport();
  });

  await test.step("when all is made it plays on, to the end, and is the saved sermon", async () => {
    await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
    expect(await audio.getAttribute("src")).toContain("/growing-recording/");
    const end = await audio.evaluate((element: HTMLAudioElement) => element.duration);
    await page.getByLabel("Place in the recording").fill(String(Math.floor(end) - 3));
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.ended)).toBe(true);
    expect(Math.abs((await time()) - end)).toBeLessThan(0.2);
  });
});
