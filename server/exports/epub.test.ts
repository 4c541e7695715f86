import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { readDocument } from "../../shared/sermon-document.ts";
import { unzip } from "../../tests/support/unzip.ts";
import { renderEpub } from "./epub.ts";

const SERMON = [
  "# Bread & Wine",
  "*Take, and \u0007eat.*",
  "## A < B",
  "Nobody *ever* hungers.",
  "> I am the bread of life.\n>\n> — John 6:35",
  "- Eat.",
  "## Prayer",
  "Amen.",
  "---",
  "Scripture: John 6:35 (World English Bible).",
].join("\n\n");
const picture = { jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), width: 5, height: 2, alt: 'Bread, "broken"' };
const chapters = [
  { document: readDocument(SERMON), picture },
  { document: readDocument("# Rest\n\nSit down."), picture: null },
];
const book = { id: "2d0c5b0e-6f4e-8a0e-8d56-3b1f5f0a7c11", chapters, modified: new Date("2026-11-26T12:00:00Z") };

test("an EPUB begins with its type, unpacked, as readers look for it", async () => {
  const bytes = await renderEpub(book);
  // The header of the first file is 30 bytes, then its name, then its content (EPUB 3.3, section 4.3).
  expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
  expect(bytes.readUInt16LE(8)).toBe(0);
});

test("every file of an EPUB is listed, is XML where it says so, and stands in the order of the book", async () => {
  const files = await unzip(await renderEpub(book));
  for (const [name, content] of files)
    if (/\.(?:xml|opf|xhtml)$/.test(name)) expect(XMLValidator.validate(String(content)), name).toBe(true);
  const read = (name: string): unknown =>
    new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(String(files.get(name)));
  expect(read("META-INF/container.xml")).toMatchObject({
    container: { rootfiles: { rootfile: { "full-path": "book/package.opf" } } },
  });
  const { package: opf } = read("book/package.opf") as {
    package: {
      metadata: Record<string, unknown>;
      manifest: { item: { id: string; href: string; properties?: string }[] };
      spine: { itemref: { idref: string }[] };
    };
  };
  expect(opf.metadata).toMatchObject({
    "dc:title": "Sermons from Lampstand",
    "dc:language": "en",
    "dc:identifier": { "#text": `urn:uuid:${book.id}` },
    meta: { "#text": "2026-11-26T12:00:00Z" },
  });
  const listed = opf.manifest.item.map(({ href }) => `book/${href}`);
  expect([...files.keys()].slice(3).toSorted()).toEqual(listed.toSorted());
  expect(opf.manifest.item.filter(({ properties }) => properties).map(({ href, properties }) => [href, properties])).toEqual([
    ["nav.xhtml", "nav"],
    ["sermon-1.jpg", "cover-image"],
  ]);
  expect(opf.spine.itemref.map(({ idref }) => idref)).toEqual(["sermon-1", "sermon-2"]);
  expect(String(files.get("book/nav.xhtml"))).toMatch(/epub:type="toc".*Bread &amp; Wine.*Rest/s);
});

test("a chapter has the sermon's words, with its passages as footnotes that lead to each other", async () => {
  const text = String((await unzip(await renderEpub(book))).get("book/sermon-1.xhtml"));
  for (const part of [
    '<img src="sermon-1.jpg" alt="Bread, &quot;broken&quot;"/>',
    "<h1>Bread &amp; Wine</h1>",
    "Take, and eat.",
    "<h2>A &lt; B</h2>",
    "<p>Nobody <em>ever</em> hungers.</p>",
    'I am the bread of life.<a epub:type="noteref" role="doc-noteref" href="#note-1">1</a>',
    '<aside id="note-1" epub:type="footnote" role="doc-footnote"><p>1 John 6:35, World English Bible</p></aside>',
    "<li>Eat.</li>",
    "<h2>Prayer</h2>",
  ])
    expect(text).toContain(part);
});
