import PDFDocument from "pdfkit";
import { BRAND } from "../../shared/brand.ts";
import { OUTLINE, QUESTIONS } from "../../shared/outline.ts";
import type { DocumentPart, Footnote, SermonDocument } from "../../shared/sermon-document.ts";
import { textOf, type Word } from "../../shared/sermon-text.ts";
import type { DocumentLayout, DocumentPicture } from "./layout.ts";
import { originLines } from "../../shared/origin-lines.ts";
import { PAPER_SIZE, TYPE, type TypeScale } from "./paper.ts";
import { QUIET, Typesetter } from "./typesetter.ts";
import { newsreader } from "./typeface.ts";

function drawPart(set: Typesetter, part: DocumentPart, footnotes: readonly Footnote[], type: TypeScale): void {
  switch (part.kind) {
    case "heading":
      return set.heading(textOf(part.words), "H2", type.heading);
    case "paragraph":
      return set.paragraph(part.words);
    case "list":
      return set.list(part.items, () => "•");
    case "quotation":
      return set.quotation(part.paragraphs, footnotes.find(({ number }) => number === part.footnote) ?? null);
  }
}

function drawTop(set: Typesetter, document: SermonDocument, picture: DocumentPicture | null, type: TypeScale): void {
  const { pdf } = set;
  const { left } = pdf.page.margins;
  if (picture) {
    const height = (set.width * picture.height) / picture.width;
    const { y } = pdf;
    set.tag("Figure", () => void pdf.image(Buffer.from(picture.jpeg), left, y, { width: set.width, height }), {
      alt: picture.alt || document.title,
      bbox: [left, y, left + set.width, y + height],
    });
    pdf.y = y + height + type.text * 1.6;
  }
  set.heading(document.title, "H1", type.title);
  const { focus } = document;
  if (focus) {
    // Its emphasis is that of the whole line.
    const plain = focus.map(({ text }) => ({ text, emphasis: false }));
    set.tag("P", () => set.words(plain, { italic: true, size: type.focus }));
    set.gap(0.4);
  }
  for (const line of originLines(document)) {
    set.tag("P", () => void set.style(type.small, "regular", QUIET).text(line, left, pdf.y, { width: set.width, lineGap: 2 }));
  }
  set.gap(1);
}

function drawOutline(set: Typesetter, { outline }: SermonDocument, type: TypeScale): void {
  if (!outline) return;
  const plain = (text: string): Word[] => text.split(" ").map((word) => ({ text: word, emphasis: false }));
  const number = (i: number): string => `${i + 1}.`;
  set.heading(OUTLINE, "H2", type.heading);
  set.list(
    outline.points.map(({ claim, verses }) => plain(`${claim} (${verses})`)),
    number,
  );
  if (outline.questions.length === 0) return;
  set.heading(QUESTIONS, "H3", type.text * 1.1);
  set.list(outline.questions, number);
}

/** A sermon as a tagged PDF: picture, title, passage, outline, text with the passages as footnotes, prayer. */
export async function renderPdf(document: SermonDocument, { paper, largePrint, picture }: DocumentLayout): Promise<Buffer> {
  const { width, height } = PAPER_SIZE[paper];
  const type = largePrint ? TYPE.large : TYPE.ordinary;
  const pdf = new PDFDocument({
    size: [width, height],
    margin: type.margin,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    info: { Title: document.title, Author: BRAND.product, Creator: BRAND.product, Subject: document.passage?.reference ?? "" },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", resolve);
    pdf.on("error", reject);
  });
  for (const [name, font] of Object.entries(newsreader())) pdf.registerFont(name, font);
  const set = new Typesetter(pdf, type);
  pdf.addPage();
  drawTop(set, document, picture, type);
  drawOutline(set, document, type);
  for (const part of document.body) drawPart(set, part, document.footnotes, type);
  if (document.prayer) {
    set.heading(document.prayer.heading, "H2", type.heading);
    for (const words of document.prayer.paragraphs) set.paragraph(words);
  }
  if (document.notes.length > 0) set.gap(1);
  for (const note of document.notes) {
    set.need(type.small * 3);
    set.tag("P", () => set.words(note, { size: type.small, color: QUIET }));
    set.gap(0.3);
  }
  set.finish(document.title);
  await done;
  return Buffer.concat(chunks);
}
