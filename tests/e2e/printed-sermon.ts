import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { OUTLINE, QUESTIONS } from "../../shared/outline.ts";
import { originLines } from "../../shared/origin-lines.ts";
import type { SermonDocument } from "../../shared/sermon-document.ts";
import type { Word } from "../../shared/sermon-text.ts";

/** The first words, which no break of a line or page is likely to divide with something between. */
const begin = (words: readonly Word[]): string =>
  words
    .slice(0, 4)
    .map(({ text }) => text)
    .join(" ");

/** The beginnings of all that stands on paper, in its order. */
function partsOnPaper(document: SermonDocument): string[] {
  const { title, focus, outline, body, prayer, notes } = document;
  return [
    title,
    ...(focus ? [begin(focus)] : []),
    ...originLines(document),
    ...(outline ? [OUTLINE, ...outline.points.map(({ claim }) => claim), QUESTIONS, ...outline.questions.map(begin)] : []),
    ...body.flatMap((part) => {
      if (part.kind === "list") return part.items.map(begin);
      return part.kind === "quotation" ? part.paragraphs.map(begin) : [begin(part.words)];
    }),
    ...(prayer ? [prayer.heading, ...prayer.paragraphs.map(begin)] : []),
    ...notes.map(begin),
  ];
}

/** What somebody who holds the pages of a PDF finds: the parts and passages that are missing, or not in their order, and the pictures. */
export async function readPaper(bytes: Uint8Array, document: SermonDocument) {
  const pdf = await getDocumentProxy(bytes);
  const text = (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/gu, " ");
  let from = 0;
  const missing = partsOnPaper(document).filter((part) => {
    const at = text.indexOf(part, from);
    if (at >= 0) from = at + part.length;
    return at < 0;
  });
  const passages = document.footnotes.map(({ reference, translation }) => `${reference}, ${translation}`);
  missing.push(...passages.filter((passage) => !text.includes(passage)));
  // Chromium rounds a sheet up to whole pixels, which is a point more.
  const paper = (await pdf.getPage(1)).view.map((edge) => Math.round(edge / 10) * 10);
  return { missing, pictures: (await extractImages(pdf, 1)).length, pages: pdf.numPages, paper };
}
