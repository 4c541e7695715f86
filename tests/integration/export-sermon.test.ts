import { randomUUID } from "node:crypto";
import mammoth from "mammoth";
import sharp from "sharp";
import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";
import { unzip } from "../support/unzip.ts";

// A sermon as a file for print, made by the running server.

const TOPIC = "my husband’s secret";
let app: TestApp;
let ruth: Person;
let naomi: Person;
let id: string;

beforeAll(async () => {
  app = await startApp();
  [ruth, naomi] = await Promise.all([signUpPerson(app, "ruth@example.com"), signUpPerson(app, "naomi@example.com")]);
  id = randomUUID();
  const image = `${ruth.id}/${id}/${"a".repeat(32)}.webp`;
  const picture = await sharp({ create: { width: 1536, height: 864, channels: 3, background: "#335577" } })
    .webp()
    .toBuffer();
  await app.service().storage.from("sermon-images").upload(image, picture, { contentType: "image/webp" });
  const content = "# The Open Door\n\nCome in.\n\n## Prayer\n\nAmen.\n\n---\n\nScripture: Matthew 11:28 (World English Bible).";
  await ruth.client.from("sermons").insert({ id, title: TOPIC, content, image_url: image });
});
afterAll(() => app.close());

const ask = (person: Person | null, body: object): Promise<Response> =>
  fetch(`${app.url}/functions/v1/export-sermon`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(person && { authorization: `Bearer ${person.token}` }) },
    body: JSON.stringify({ sermonId: id, ...body }),
  });
const bytes = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

test("a sermon is a PDF with its picture, on the paper that was asked for, without the words of its topic", async () => {
  const answer = await ask(ruth, { format: "pdf", paper: "letter" });
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "application/pdf",
    "no-store",
  ]);
  const pdf = await getDocumentProxy(await bytes(answer));
  expect((await pdf.getPage(1)).view).toEqual([0, 0, 612, 792]);
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("The Open Door");
  expect(text).toContain("Matthew 11:28, World English Bible");
  expect(text).not.toContain("husband");
  expect(await extractImages(pdf, 1)).toEqual([expect.objectContaining({ width: 1050, height: 420 })]);
});

test("a sermon is a Word file", async () => {
  const answer = await ask(ruth, { format: "docx" });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="sermon.docx"');
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await bytes(answer)) });
  expect(value).toContain("<h1>The Open Door</h1>");
});

test("a selection is a book in its order, and nothing of it is given if one sermon is not the person's", async () => {
  const second = randomUUID();
  await ruth.client.from("sermons").insert({ id: second, title: TOPIC, content: "# Bread\n\nEat." });
  const book = (person: Person, sermonIds: string[], title?: string): Promise<Response> =>
    fetch(`${app.url}/functions/v1/export-book`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ sermonIds, title }),
    });
  const files = await unzip(Buffer.from(await bytes(await book(ruth, [second, id]))));
  expect(String(files.get("book/nav.xhtml"))).toMatch(/Bread.*The Open Door/s);
  expect(files.has("book/sermon-2.jpg")).toBe(true);
  expect(Buffer.concat([...files.values()]).toString("latin1")).not.toContain("husband");
  expect(String(files.get("book/package.opf"))).toContain("<dc:title>Sermons from Lampstand</dc:title>");
  const named = await unzip(Buffer.from(await bytes(await book(ruth, [id], "Lent & Easter"))));
  expect(String(named.get("book/package.opf"))).toContain("<dc:title>Lent &amp; Easter</dc:title>");
  expect((await book(naomi, [second, id])).status).toBe(404);
  expect((await book(ruth, [second, randomUUID()])).status).toBe(404);
  expect((await book(ruth, [])).status).toBe(400);
});

test("nobody gets the file of another person's sermon, or of one in the trash", async () => {
  const refusal = async (person: Person | null, body: object = { format: "pdf" }) => {
    const answer = await ask(person, body);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await refusal(naomi)).toEqual([404, "sermon_not_found"]);
  expect(await refusal(null)).toEqual([401, "no_authorization"]);
  expect(await refusal(ruth, { format: "exe" })).toEqual([400, "validation_failed"]);
  await app.database.query("update public.sermons set deleted_at = now() where id = $1", [id]);
  expect(await refusal(ruth)).toEqual([404, "sermon_not_found"]);
});
