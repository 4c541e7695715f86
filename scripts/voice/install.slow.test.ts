import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ConfigError, readConfig } from "../../server/config/config.ts";
import { KOKORO_VOICES } from "../../server/config/kokoro.ts";
import { voiceList } from "../../server/config/voice-folder.ts";
import { tinyKokoro, tinyVoice, writePublishedKokoro } from "../../tests/support/tiny-kokoro.ts";
import { installVoice } from "./install.ts";

const ALL = Object.values(KOKORO_VOICES);
let root: string;
let dir: string;
let published: string;
let said: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "lampstand-install-"));
  [dir, published, said] = [join(root, "kokoro"), join(root, "published"), []];
  onTestFinished(() => rm(root, { recursive: true }));
});

const install = (options: Partial<Parameters<typeof installVoice>[0]> = {}) =>
  installVoice({
    dir,
    from: [published],
    model: "onnx/model.onnx",
    voices: ["am_michael"],
    say: (line) => said.push(line),
    ...options,
  });

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ VOICE: "kokoro", VOICE_DIR: dir, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("Files of a folder are installed with their hashes and pace, the licence is told, and the program then starts", async () => {
  await writePublishedKokoro(published, ALL);
  await install({ voices: ALL });
  expect(said[0]).toMatch(/Apache License 2\.0/);
  const list = voiceList.parse(JSON.parse(await readFile(join(dir, "voices.json"), "utf8")));
  expect(list.model).toEqual({ bytes: tinyKokoro().length, sha256: sha256(tinyKokoro()) });
  expect(Object.keys(list.voices)).toEqual(ALL);
  expect(said.join("\n")).toContain(sha256(tinyKokoro()));
  expect((await readdir(dir)).toSorted()).toEqual(["model.onnx", "voices", "voices.json"]);

  const { voice } = readConfig({ VOICE: "kokoro", VOICE_DIR: dir, VOICE_THREADS: "3" });
  expect(voice).toMatchObject({ kind: "kokoro", model: join(dir, "model.onnx"), threads: 3 });
  const pace = list.voices["bm_george"]?.wordsPerMinute ?? 0;
  expect(pace).toBeGreaterThan(150);
  expect(voice).toMatchObject({ voices: { Daniel: { file: join(dir, "voices/bm_george.bin"), speed: 142 / pace } } });
  expect(readConfig({ VOICE: "kokoro", DATA_DIR: root }).voice).toMatchObject({ threads: 2, model: join(dir, "model.onnx") });
});

test("The program does not start with what is missing or changed, names everything at once, and says what to run", async () => {
  expect(problems({ WRITER: "openai" })).toEqual([
    expect.stringMatching(/^WRITER_MODEL/),
    expect.stringMatching(/^OPENAI_API_KEY/),
    expect.stringMatching(/^VOICE_DIR: there is no voice in .*npm run voice:install/),
  ]);
  expect(problems({ VOICE_THREADS: "0" })).toEqual([expect.stringMatching(/^VOICE_THREADS must be 1 or more/)]);
  await writePublishedKokoro(published, ALL);
  await install({ voices: ALL });
  await appendFile(join(dir, "model.onnx"), "x");
  await writeFile(join(dir, "voices/af_heart.bin"), tinyVoice(77));
  await rm(join(dir, "voices/bm_fable.bin"));
  expect(problems({ VOICE_IDS: '{"John":"am_adam"}' })).toEqual([
    expect.stringMatching(/model\.onnx is not the file that was installed: run `npm run voice:install` again$/),
    expect.stringMatching(/^VOICE_IDS: there is no voice am_adam/),
    expect.stringMatching(/af_heart\.bin is not the file that was installed/),
    expect.stringMatching(/bm_fable\.bin is missing/),
  ]);
  await writeFile(join(dir, "voices.json"), "{}");
  expect(problems({})).toEqual([expect.stringMatching(/voices\.json can't be read/)]);
});

test("With a list of hashes, a file that has another or is not named is refused, and what was installed stays", async () => {
  await writePublishedKokoro(published, ["am_michael"]);
  await install();
  const before = await readFile(join(dir, "voices.json"), "utf8");
  const sums = join(root, "sums");
  const write = (model: string): Promise<void> =>
    writeFile(sums, `${model}  onnx/model.onnx\n${sha256(tinyVoice(110))} *voices/am_michael.bin\n`);
  await write(sha256(tinyKokoro()));
  await install({ sums });
  await write("0".repeat(64));
  await expect(install({ sums })).rejects.toThrow(/model\.onnx is not the file whose hash is 0000/);
  await writeFile(sums, `${sha256(tinyKokoro())}  model.onnx\n`);
  await expect(install({ sums })).rejects.toThrow("does not name am_michael.bin");
  await writeFile(sums, "nothing");
  await expect(install({ sums })).rejects.toThrow("has no hashes in it");
  expect(await readFile(join(dir, "voices.json"), "utf8")).toBe(before);
  expect((await readdir(dir)).toSorted()).toEqual(["model.onnx", "voices", "voices.json"]);
});

test.each([
  [
    "a page in place of the model",
    async () => writeFile(join(published, "onnx/model.onnx"), "<html>"),
    /am_michael does not speak/,
  ],
  [
    "a model of other inputs",
    async () => writeFile(join(published, "onnx/model.onnx"), tinyKokoro({ ids: "x" })),
    /no input_ids/,
  ],
  [
    "half a voice",
    async () => writeFile(join(published, "voices/am_michael.bin"), tinyVoice(110).subarray(8)),
    /size of a voice/,
  ],
  ["no voice", async () => rm(join(published, "voices/am_michael.bin")), /There is no voices\/am_michael\.bin at/],
])("It refuses %s", async (_, spoil, reason) => {
  await writePublishedKokoro(published, ["am_michael"]);
  await spoil();
  await expect(install()).rejects.toThrow(reason);
  expect(await readdir(dir)).not.toContain("voices.json");
});

test("Names that are none of Kokoro's never become paths", async () => {
  for (const id of ["../../etc/passwd", "", "am_a/b"])
    await expect(install({ voices: [id] })).rejects.toThrow("not the name of a voice");
});

test("What broke off on its way from an address goes on where it ended, and a file that changed is fetched anew", async () => {
  const asked: { url: string; range: string | undefined }[] = [];
  let [model, cutAt] = [tinyKokoro(), 1000];
  const fetched = async (): Promise<number> => {
    const parts = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith("model.onnx.part"));
    return (await Promise.all(parts.map((name) => stat(join(dir, name))))).reduce((sum, { size }) => sum + size, 0);
  };
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    asked.push({ url, range: headers.range });
    const bytes = url === "/kokoro/onnx/model.onnx" ? model : url === "/kokoro/voices/am_michael.bin" ? tinyVoice(110) : null;
    if (!bytes) return void response.writeHead(404).end();
    const etag = `"${sha256(bytes)}"`;
    const from = headers["if-range"] === etag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    response.writeHead(from > 0 ? 206 : 200, { etag, "content-length": bytes.length - from });
    if (bytes !== model || cutAt === 0) return void response.end(bytes.subarray(from));
    response.flushHeaders();
    response.write(bytes.subarray(from, cutAt));
    // The connection breaks when what was sent is on the disk.
    void vi
      .waitUntil(async () => (await fetched()) === cutAt, { timeout: 200_000, interval: 20 })
      .then(() => request.socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const from = [`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/kokoro/`];

  await expect(install({ from })).rejects.toThrow("broke off. What was fetched stays");
  await expect(install({ from })).rejects.toThrow("broke off");
  expect(asked.at(-1)?.range).toBe("bytes=1000-");
  model = tinyKokoro({ level: 0.3 });
  cutAt = 2000;
  await expect(install({ from })).rejects.toThrow("broke off");
  cutAt = 0;
  await install({ from });
  expect(asked.findLast(({ url }) => url.endsWith("model.onnx"))?.range).toBe("bytes=2000-");
  const list = voiceList.parse(JSON.parse(await readFile(join(dir, "voices.json"), "utf8")));
  expect(list.model.sha256).toBe(sha256(model));
  await expect(install({ from: [`${from[0]}elsewhere`] })).rejects.toThrow("There is no onnx/model.onnx at");
  await expect(install({ from: ["http://127.0.0.1:1/"] })).rejects.toThrow("can't be reached");
});
