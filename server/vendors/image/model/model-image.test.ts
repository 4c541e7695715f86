import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ImageBrief } from "../../writer/writer.ts";
import { createModelImages, type ModelImageOptions } from "./model-image.ts";

const VENDORS = ["openai", "google"] as const;
const KEY = "a-key-that-nobody-may-see";
const BRIEF: ImageBrief = { theme: "grief", mood: "grief", seed: "a" };
const signal = new AbortController().signal;

interface Answer {
  status?: number;
  bytes?: Buffer;
  silent?: boolean;
}
let answers: Answer[] = [];
const asked: string[] = [];
let url = "";
let photo: Buffer;

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    asked.push(body);
    const { status = 200, bytes, silent } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    if (silent) return;
    const data = bytes?.toString("base64");
    const google = request.url?.includes("generateContent");
    const parts = data ? [{ inlineData: { mimeType: "image/png", data } }] : [{ text: "no" }];
    const given = google
      ? { candidates: [{ content: { parts, role: "model" }, finishReason: "STOP" }] }
      : { data: data ? [{ b64_json: data }] : [] };
    const refused = { error: { message: "refused", code: status, status: "REFUSED" } };
    response
      .writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" })
      .end(JSON.stringify(status === 200 ? given : refused));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  photo = await sharp({ create: { width: 1536, height: 1024, channels: 4, background: "#884422" } })
    .png()
    .toBuffer();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
});

const illustrator = (vendor: (typeof VENDORS)[number], options: Partial<ModelImageOptions> = {}) =>
  createModelImages({
    vendor,
    model: vendor === "google" ? "gemini-2.5-flash-image" : "gpt-image-1",
    apiKey: KEY,
    baseUrl: url,
    timeoutMs: 5000,
    price: 4,
    ...options,
  });

describe.for(VENDORS)("an image model of %s", (vendor) => {
  test("returns a WebP of 1536 x 864 with an alternative text and its cost", async () => {
    answers = [{ bytes: photo }];
    const picture = await illustrator(vendor).draw(BRIEF, signal);
    expect(await sharp(picture.webp).metadata()).toMatchObject({ format: "webp", width: 1536, height: 864, hasAlpha: false });
    expect(picture).toMatchObject({ width: 1536, height: 864, usage: { cents: 4 } });
    expect(picture.alt).toMatch(/^[A-Z].+\.$/u);
    // The prompt contains the alternative text.
    expect(asked[0]).toContain(picture.alt);
  });

  test("is asked again when it is busy or fails, three times in all", async () => {
    answers = [{ status: 429 }, { status: 500 }, { bytes: photo }];
    await illustrator(vendor).draw(BRIEF, signal);
    answers = [{ status: 500 }];
    await expect(illustrator(vendor).draw(BRIEF, signal)).rejects.toMatchObject({ name: "ImageError", code: "unavailable" });
    expect(asked).toHaveLength(6);
  });

  test.for([
    [{ status: 401 }, "unavailable"],
    [{ status: 400 }, "failed"],
    [{ status: 402 }, "over_budget"],
    [{ bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") }, "failed"],
  ] satisfies [Answer, string][])("fails with a code when it answers %j: %s", async ([answer, code]) => {
    answers = [answer];
    const error: unknown = await illustrator(vendor)
      .draw(BRIEF, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ImageError", code });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(KEY);
  });

  test("fails after its timeout", async () => {
    answers = [{ silent: true }];
    await expect(illustrator(vendor, { timeoutMs: 200 }).draw(BRIEF, signal)).rejects.toMatchObject({ code: "unavailable" });
  });
});

test("the same brief is the same request", async () => {
  answers = [{ bytes: photo }];
  await illustrator("openai").draw(BRIEF, signal);
  await illustrator("openai").draw(BRIEF, signal);
  expect(asked[0]).toBe(asked[1]);
});
