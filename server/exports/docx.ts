import {
  AlignmentType,
  BorderStyle,
  convertInchesToTwip,
  Document,
  Footer,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from "docx";
import { BRAND } from "../../shared/brand.ts";
import { OUTLINE, QUESTIONS } from "../../shared/outline.ts";
import type { DocumentPart, SermonDocument } from "../../shared/sermon-document.ts";
import { textOf, type Word } from "../../shared/sermon-text.ts";
import type { DocumentLayout, DocumentPicture } from "./layout.ts";
import { originLines } from "../../shared/origin-lines.ts";
import { PAPER_SIZE, TYPE, type TypeScale } from "./paper.ts";

/** Twentieths of a point, in which Word measures lengths; it measures type in halves. */
const twips = (points: number): number => Math.round(points * 20);
const half = (points: number): number => Math.round(points * 2);
/** CSS pixels, in which the library takes the size of a picture. */
const pixels = (points: number): number => Math.round((points * 4) / 3);

const QUIET = "63554A";
const LAMP = "E2A63B";
// On every system that has Word; the typeface of the page would have to be installed.
const FONT = "Georgia";
const POINTS = "points";
const QUESTION_LIST = "questions";

function runs(words: readonly Word[], italic = false): TextRun[] {
  return words.map(({ text, emphasis }, i) => new TextRun({ text: i > 0 ? ` ${text}` : text, italics: emphasis !== italic }));
}

const heading = (words: readonly Word[] | string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]): Paragraph =>
  new Paragraph({ heading: level, children: typeof words === "string" ? [new TextRun(words)] : runs(words) });

function bodyPart(part: DocumentPart): Paragraph[] {
  switch (part.kind) {
    case "heading":
      return [heading(textOf(part.words), HeadingLevel.HEADING_2)];
    case "paragraph":
      return [new Paragraph({ children: runs(part.words) })];
    case "list":
      return part.items.map((words) => new Paragraph({ bullet: { level: 0 }, children: runs(words) }));
    case "quotation":
      return part.paragraphs.map((words, i) => {
        const isLast = i === part.paragraphs.length - 1;
        const note = isLast && part.footnote !== null ? [new FootnoteReferenceRun(part.footnote)] : [];
        return new Paragraph({ style: "Quotation", children: [...runs(words, true), ...note] });
      });
  }
}

function outlineParts({ outline }: SermonDocument): Paragraph[] {
  if (!outline) return [];
  const item = (reference: string, children: TextRun[]): Paragraph =>
    new Paragraph({ numbering: { reference, level: 0 }, children });
  return [
    heading(OUTLINE, HeadingLevel.HEADING_2),
    ...outline.points.map(({ claim, verses }) => item(POINTS, [new TextRun(`${claim} (${verses})`)])),
    ...(outline.questions.length > 0 ? [heading(QUESTIONS, HeadingLevel.HEADING_3)] : []),
    ...outline.questions.map((words) => item(QUESTION_LIST, runs(words))),
  ];
}

function pictureParts(picture: DocumentPicture | null, title: string, width: number): Paragraph[] {
  if (!picture) return [];
  const height = (width * picture.height) / picture.width;
  const description = picture.alt || title;
  return [
    new Paragraph({
      children: [
        new ImageRun({
          type: "jpg",
          data: picture.jpeg,
          transformation: { width: pixels(width), height: pixels(height) },
          altText: { name: "Picture", title, description },
        }),
      ],
    }),
  ];
}

function styles(type: TypeScale): ConstructorParameters<typeof Document>[0]["styles"] {
  const text = { font: FONT, size: half(type.text) };
  const headed = (size: number, before: number) => ({
    run: { font: FONT, size: half(size), bold: true, color: "2A2019" },
    paragraph: { keepNext: true, spacing: { before: twips(before), after: twips(type.text * 0.4) } },
  });
  return {
    default: {
      document: {
        run: { ...text, language: { value: "en-US" } },
        paragraph: { spacing: { line: 320, after: twips(type.text * 0.65) } },
      },
      heading1: headed(type.title, 0),
      heading2: headed(type.heading, type.text * 1.3),
      heading3: headed(type.text * 1.1, type.text),
      footnoteText: { run: { font: FONT, size: half(type.small) } },
    },
    paragraphStyles: [
      {
        id: "Quotation",
        name: "Quotation",
        basedOn: "Normal",
        run: { italics: true },
        paragraph: {
          indent: { left: twips(type.text * 1.6) },
          border: { left: { style: BorderStyle.SINGLE, size: 10, space: 8, color: LAMP } },
        },
      },
      { id: "Quiet", name: "Quiet", basedOn: "Normal", run: { size: half(type.small), color: QUIET } },
    ],
  };
}

const numbers = (reference: string) => ({
  reference,
  levels: [
    {
      level: 0,
      format: LevelFormat.DECIMAL,
      text: "%1.",
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: convertInchesToTwip(0.3), hanging: convertInchesToTwip(0.3) } } },
    },
  ],
});

/** A sermon as a Word document, with the same parts as the PDF. */
export async function renderDocx(sermon: SermonDocument, { paper, largePrint, picture }: DocumentLayout): Promise<Buffer> {
  const type = largePrint ? TYPE.large : TYPE.ordinary;
  const { width, height } = PAPER_SIZE[paper];
  const { title, focus, body, prayer, notes, footnotes } = sermon;
  const margin = twips(type.margin);
  const quiet = (children: TextRun[]): Paragraph => new Paragraph({ style: "Quiet", children });
  const document = new Document({
    title,
    creator: BRAND.product,
    lastModifiedBy: BRAND.product,
    subject: sermon.passage?.reference ?? "",
    description: "",
    styles: styles(type) ?? {},
    numbering: { config: [numbers(POINTS), numbers(QUESTION_LIST)] },
    footnotes: Object.fromEntries(
      footnotes.map(({ number, reference, translation }) => [
        number,
        { children: [new Paragraph({ children: [new TextRun(`${reference}, ${translation}`)] })] },
      ]),
    ),
    sections: [
      {
        properties: {
          page: {
            size: { width: twips(width), height: twips(height) },
            margin: { top: margin, right: margin, bottom: margin, left: margin },
          },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                style: "Quiet",
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [`${title}  ·  `, PageNumber.CURRENT] })],
              }),
            ],
          }),
        },
        children: [
          ...pictureParts(picture, title, width - 2 * type.margin),
          heading(title, HeadingLevel.HEADING_1),
          ...(focus
            ? [new Paragraph({ children: [new TextRun({ text: textOf(focus), italics: true, size: half(type.focus) })] })]
            : []),
          ...originLines(sermon).map((line) => quiet([new TextRun(line)])),
          ...outlineParts(sermon),
          ...body.flatMap(bodyPart),
          ...(prayer ? [heading(prayer.heading, HeadingLevel.HEADING_2)] : []),
          ...(prayer?.paragraphs ?? []).map((words) => new Paragraph({ children: runs(words) })),
          ...notes.map((words) => quiet(runs(words))),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
