import mammoth from "mammoth";
import sharp from "sharp";
import { extractImages, extractText, getDocumentProxy, getMeta } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { readDocument } from "../../shared/sermon-document.ts";
import { renderSermon } from "../../shared/sermon.ts";
import { renderDocx } from "./docx.ts";
import type { DocumentLayout } from "./layout.ts";
import { renderPdf } from "./pdf.ts";

// What comes out is read back with other programs' readers.

const PROSE = "“Señor,” she said — §4 of the café’s rules says: ¡bienvenidos! Nobody has *locked* the door.";
const content = renderSermon({
  title: "The Open Door",
  focus: "You may come as you are.",
  mainPassage: "Matthew 11:28–30",
  sections: [
    {
      heading: "The door stands open",
      parts: [
        { kind: "prose", text: PROSE },
        {
          kind: "scripture",
          quotation: { reference: "Matthew 11:28–30", text: "“Come to me, all you who labor.”", translation: "WEB" },
        },
        { kind: "list", items: ["Write it down.", "Call one friend."] },
        ...Array.from({ length: 12 }, () => ({ kind: "prose" as const, text: "A line that fills the page. ".repeat(20) })),
        { kind: "scripture", quotation: { reference: "Psalm 23", text: "He leads me. ".repeat(200).trim(), translation: "WEB" } },
      ],
    },
  ],
  prayer: ["Lord, here I am.", "Amen."],
  references: ["Matthew 11:28–30", "Psalm 23"],
  outline: { points: [{ claim: "The door stands open", verses: "Matthew 11:28" }], questions: ["Who opened a door to you?"] },
});
const document = readDocument(content, { date: "2026-11-01T12:00:00Z" });

let picture: NonNullable<DocumentLayout["picture"]>;
beforeAll(async () => {
  const size = { width: 100, height: 40 };
  const jpeg = await sharp({ create: { ...size, channels: 3, background: "#884422" } })
    .jpeg()
    .toBuffer();
  picture = { jpeg, ...size, alt: "A door, in the evening" };
});

const open = async (layout: Partial<DocumentLayout> = {}) =>
  getDocumentProxy(new Uint8Array(await renderPdf(document, { paper: "a4", largePrint: false, picture, ...layout })));

const flat = (text: string): string => text.replaceAll(/\s+/gu, " ");

test("a PDF has title, passage, outline, text, prayer and footnotes, every letter of them, in a language, with its picture", async () => {
  const pdf = await open();
  const { info } = await getMeta(pdf);
  expect(info).toMatchObject({ Title: "The Open Door", Author: "Lampstand", Subject: "Matthew 11:28–30", Language: "en" });
  const text = flat((await extractText(pdf, { mergePages: true })).text);
  for (const part of [
    "You may come as you are.",
    "Matthew 11:28–30, World English Bible",
    "November 1, 2026",
    "Outline",
    "The door stands open (Matthew 11:28)",
    "Who opened a door to you?",
    PROSE.replaceAll("*", ""),
    "“Come to me, all you who labor.”1",
    "Write it down.",
    "Prayer Lord, here I am.",
    "1 Matthew 11:28–30, World English Bible",
    "2 Psalm 23, World English Bible",
  ])
    expect(text).toContain(part);
  expect(await extractImages(pdf, 1)).toEqual([expect.objectContaining({ width: 100, height: 40 })]);
});

test("a footnote stands on the page that has its number, also where a passage goes over pages", async () => {
  const pdf = await open({ largePrint: true });
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const numbered = pages.findIndex((page) => flat(page).includes("He leads me.2"));
  expect(flat(pages[numbered] ?? "")).toContain("2 Psalm 23, World English Bible");
  expect(flat(pages[numbered - 1] ?? "")).toContain("He leads me.");
});

test.each([
  ["a4", [595.28, 841.89]],
  ["letter", [612, 792]],
] as const)("every page of a PDF for %s paper has its size, and stays within it", async (paper, [width, height]) => {
  const pdf = await open({ paper });
  expect(pdf.numPages).toBeGreaterThan(1);
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    expect(page.view).toEqual([0, 0, width, height]);
    const lines = (await page.getTextContent()).items.flatMap((item) => ("transform" in item ? [item] : []));
    for (const { transform, width: long } of lines) {
      expect(transform[4]).toBeGreaterThan(70);
      expect(Number(transform[4]) + long).toBeLessThan(width - 70);
      expect(transform[5]).toBeGreaterThan(30);
    }
  }
});

test("large print is 18 points", async () => {
  const page = await (await open({ largePrint: true })).getPage(1);
  const { items } = await page.getTextContent();
  const sizes = items.flatMap((item) => ("height" in item ? [item.height] : []));
  expect(sizes).toContain(18);
});

test("a screen reader finds headings, quotations, the picture's words and the notes in a PDF", async () => {
  const pdf = await open();
  const tags: string[] = [];
  const walk = (node: { role?: string; alt?: string; children?: unknown[] }): void => {
    if (node.role) tags.push(node.alt ? `${node.role} ${node.alt}` : node.role);
    for (const child of node.children ?? []) walk(child as typeof node);
  };
  for (let number = 1; number <= pdf.numPages; number++) {
    const tree = await (await pdf.getPage(number)).getStructTree();
    if (tree) walk(tree);
  }
  expect(tags).toEqual(expect.arrayContaining(["Figure A door, in the evening", "H1", "H2", "P", "BlockQuote", "Note"]));
});

test("a Word file has the same parts, with real headings, lists, footnotes and picture", async () => {
  const docx = await renderDocx(document, { paper: "letter", largePrint: false, picture });
  const { value: html, messages } = await mammoth.convertToHtml({ buffer: docx });
  expect(messages.filter(({ type }) => type === "error")).toEqual([]);
  for (const part of [
    "<h1>The Open Door</h1>",
    "<h2>Outline</h2>",
    "<li>The door stands open (Matthew 11:28)</li>",
    "<h3>Questions for a group</h3>",
    "<em> locked</em>",
    "¡bienvenidos!",
    '<img alt="A door, in the evening" src="data:image/jpeg;base64,',
    "<li>Write it down.</li>",
    "<h2>Prayer</h2>",
    'id="footnote-1"',
    "Matthew 11:28–30, World English Bible",
  ])
    expect(html).toContain(part);
});
