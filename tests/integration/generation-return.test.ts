import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, streamText, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let ruth: Person;

beforeAll(async () => {
  app = await startApp();
  ruth = await signUpPerson(app, "ruth@example.com");
});
afterAll(() => app.close());

// The columns that the app reads to follow a generation (web/features/sermons/create/stored-generation.ts).
const COLUMNS =
  "id,state,prompt,minutes,voice,created_at,generation_steps(kind,status,error_code,draft,content:output->>content,path:output->>path,voice:output->>voice,partial:output->>partial)";

interface Found {
  id: string;
  state: string;
  prompt: string;
  generation_steps: {
    kind: string;
    status: string;
    draft: string;
    content: string | null;
    path: string | null;
    voice: string | null;
    partial: string | null;
  }[];
}

async function newest(): Promise<Found | null> {
  const { data, error } = await ruth.client
    .from("generations")
    .select(COLUMNS)
    .eq("user_id", ruth.id)
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return data;
}

test("after the tab was closed the generation and its text can still be read, and then the sermon is in the library", async () => {
  expect(await newest()).toBeNull();
  const [started] = await streamText(app, ruth.token, "rest for the weary", 1);
  const id = started?.data["generationId"];
  const textStep = async () => (await newest())?.generation_steps.find(({ kind }) => kind === "text");
  await expect.poll(textStep).toMatchObject({ status: "completed" });
  const text = await textStep();
  expect(await newest()).toMatchObject({ id, prompt: "rest for the weary" });
  // The streamed draft may end before the text.
  expect(text?.content).toContain("## Prayer");
  expect(text?.content?.startsWith(text.draft)).toBe(true);
  await expect.poll(async () => (await newest())?.state).toBe("finished");
  const madeFiles = (await newest())?.generation_steps.filter(({ path }) => path !== null);
  expect(madeFiles?.map(({ kind, voice, partial }) => ({ kind, voice, partial }))).toEqual(
    expect.arrayContaining([
      { kind: "voice", voice: "John", partial: "false" },
      { kind: "image", voice: null, partial: null },
    ]),
  );
  const { data: library } = await ruth.client.from("sermons").select("id, content, audio_url, image_url");
  expect(library).toEqual([{ id, content: text?.content, audio_url: expect.any(String), image_url: expect.any(String) }]);
  expect((await ruth.client.from("trial_uses").select("generation_id")).data).toEqual([{ generation_id: id }]);
});
