import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { BRAND } from "../../shared/brand.ts";
import { OUTLINE, QUESTIONS } from "../../shared/outline.ts";
import type { DocumentPart, SermonDocument } from "../../shared/sermon-document.ts";
import { textOf, type Word } from "../../shared/sermon-text.ts";
import type { DocumentPicture } from "./layout.ts";
import { originLines } from "../../shared/origin-lines.ts";

export interface BookChapter {
  document: SermonDocument;
  picture: DocumentPicture | null;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string =>
  // What XML has no way to write is left out.
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const inline = (words: readonly Word[]): string =>
  words.map(({ text, emphasis }) => (emphasis ? `<em>${escape(text)}</em>` : escape(text))).join(" ");
const list = (tag: "ol" | "ul", items: readonly string[]): string =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join("")}</${tag}>`;

const page = (title: string, body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${escape(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`;

function part(piece: DocumentPart): string {
  switch (piece.kind) {
    case "heading":
      return `<h2>${inline(piece.words)}</h2>`;
    case "paragraph":
      return `<p>${inline(piece.words)}</p>`;
    case "list":
      return list("ul", piece.items.map(inline));
    case "quotation": {
      const { footnote } = piece;
      const mark = footnote === null ? "" : `<a epub:type="noteref" role="doc-noteref" href="#note-${footnote}">${footnote}</a>`;
      return `<blockquote>${piece.paragraphs.map((words, i) => `<p>${inline(words)}${i === piece.paragraphs.length - 1 ? mark : ""}</p>`).join("")}</blockquote>`;
    }
  }
}

function chapter({ document, picture }: BookChapter, image: string): string {
  const { title, focus, outline, body, prayer, footnotes, notes } = document;
  const parts = [
    picture ? `<img src="${image}" alt="${escape(picture.alt)}"/>` : "",
    `<h1>${escape(title)}</h1>`,
    focus ? `<p class="focus">${escape(textOf(focus))}</p>` : "",
    ...originLines(document).map((line) => `<p class="quiet">${escape(line)}</p>`),
    ...(outline
      ? [
          `<h2>${OUTLINE}</h2>`,
          list(
            "ol",
            outline.points.map(({ claim, verses }) => escape(`${claim} (${verses})`)),
          ),
          outline.questions.length > 0 ? `<h3>${QUESTIONS}</h3>${list("ol", outline.questions.map(inline))}` : "",
        ]
      : []),
    ...body.map(part),
    prayer ? `<h2>${escape(prayer.heading)}</h2>` : "",
    ...(prayer?.paragraphs ?? []).map((words) => `<p>${inline(words)}</p>`),
    ...notes.map((words) => `<p class="quiet">${inline(words)}</p>`),
    ...footnotes.map(
      ({ number, reference, translation }) =>
        `<aside id="note-${number}" epub:type="footnote" role="doc-footnote"><p>${number} ${escape(`${reference}, ${translation}`)}</p></aside>`,
    ),
  ];
  return page(title, parts.filter(Boolean).join("\n"));
}

const STYLE = `body { line-height: 1.5; }
h1, h2, h3 { line-height: 1.2; page-break-after: avoid; break-after: avoid; }
img { width: 100%; }
.focus, blockquote { font-style: italic; }
blockquote { margin: 1em 0 1em 1.5em; }
[role="doc-noteref"] { font-size: 0.7em; vertical-align: super; font-style: normal; text-decoration: none; }
.quiet, aside { font-size: 0.8em; }
`;

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

interface Book {
  /** A UUID, the same for the same book. */
  id: string;
  title?: string | undefined;
  chapters: readonly BookChapter[];
  modified: Date;
}

/** Sermons as a book, in the given order (EPUB 3.3, https://www.w3.org/TR/epub-33/). */
export async function renderEpub({ id, title: given, chapters, modified }: Book): Promise<Buffer> {
  const [first] = chapters;
  const title = given ?? (chapters.length === 1 && first ? first.document.title : `Sermons from ${BRAND.product}`);
  const name = (i: number): string => `sermon-${i + 1}`;
  const items = chapters.flatMap(({ picture }, i) => [
    `<item id="${name(i)}" href="${name(i)}.xhtml" media-type="application/xhtml+xml"/>`,
    ...(picture
      ? [
          `<item id="picture-${i + 1}" href="${name(i)}.jpg" media-type="image/jpeg"${i === 0 ? ' properties="cover-image"' : ""}/>`,
        ]
      : []),
  ]);
  const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escape(title)}</dc:title>
<dc:language>en</dc:language>
<dc:creator>${escape(BRAND.product)}</dc:creator>
<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join("\n")}
</manifest>
<spine>${chapters.map((_, i) => `<itemref idref="${name(i)}"/>`).join("")}</spine>
</package>
`;
  const entries = chapters.map(({ document }, i) => `<li><a href="${name(i)}.xhtml">${escape(document.title)}</a></li>`);
  const nav = page(title, `<nav epub:type="toc" role="doc-toc"><h1>${escape(title)}</h1><ol>${entries.join("")}</ol></nav>`);

  const zip = new ZipFile();
  const add = (path: string, content: Buffer | string, compress = true): void =>
    zip.addBuffer(Buffer.from(content), path, { compress, mtime: modified });
  // The first file, as it is: by this programs know an EPUB (section 4.3 of the container's format).
  add("mimetype", "application/epub+zip", false);
  add("META-INF/container.xml", CONTAINER);
  add("book/package.opf", opf);
  add("book/nav.xhtml", nav);
  add("book/style.css", STYLE);
  for (const [i, one] of chapters.entries()) {
    add(`book/${name(i)}.xhtml`, chapter(one, `${name(i)}.jpg`));
    if (one.picture) add(`book/${name(i)}.jpg`, Buffer.from(one.picture.jpeg), false);
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}
