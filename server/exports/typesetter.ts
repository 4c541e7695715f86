import type { Footnote } from "../../shared/sermon-document.ts";
import { textOf, type Word } from "../../shared/sermon-text.ts";
import type { TypeScale } from "./paper.ts";

const INK = "#2a2019";
export const QUIET = "#63554a";
const LAMP = "#e2a63b";

type Pdf = PDFKit.PDFDocument;

/** Words in runs of one style. */
function runsOf(words: readonly Word[], italic: boolean): { text: string; italic: boolean }[] {
  const runs: { text: string; italic: boolean }[] = [];
  for (const { text, emphasis } of words) {
    const last = runs.at(-1);
    // Emphasis within a quotation, which is italic, is upright.
    const style = emphasis !== italic;
    if (last?.italic === style) last.text += ` ${text}`;
    else {
      if (last) last.text += " ";
      runs.push({ text, italic: style });
    }
  }
  return runs;
}

/** Draws one document from top to bottom. Footnotes stand at the foot of the page that has their number. */
export class Typesetter {
  readonly pdf: Pdf;
  readonly #type: TypeScale;
  readonly #root: PDFKit.PDFStructureElement;
  /** By page, with the room that is kept for each. */
  readonly #footnotes = new Map<number, { footnote: Footnote; height: number }[]>();
  #page = 0;

  constructor(pdf: Pdf, type: TypeScale) {
    this.pdf = pdf;
    this.#type = type;
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
    pdf.on("pageAdded", () => {
      this.#page++;
    });
  }

  get width(): number {
    return this.pdf.page.width - 2 * this.#type.margin;
  }

  tag(type: string, draw: () => void, options: { alt?: string; bbox?: [number, number, number, number] } = {}): void {
    this.#root.add(this.pdf.struct(type, options, draw));
  }

  /** Begins a page unless so many points are left on this one. */
  need(height: number): void {
    const { pdf } = this;
    if (pdf.y + height > pdf.page.maxY() && pdf.y > pdf.page.margins.top) pdf.addPage();
  }

  gap(lines: number): void {
    this.pdf.y += lines * this.#type.text;
  }

  style(size: number, font: "regular" | "italic" | "bold" = "regular", color = INK): Pdf {
    return this.pdf.font(font).fontSize(size).fillColor(color);
  }

  /** Words with their emphasis, and the number of a footnote behind them. */
  words(words: readonly Word[], { italic = false, size = this.#type.text, color = INK, indent = 0, footnote = 0 } = {}): void {
    const { pdf } = this;
    const runs = runsOf(words, italic);
    const lineGap = size * 0.32;
    const x = pdf.page.margins.left + indent;
    const width = this.width - indent;
    runs.forEach((run, i) => {
      const continued = i < runs.length - 1 || footnote > 0;
      this.style(size, run.italic ? "italic" : "regular", color);
      if (i === 0) pdf.text(run.text, x, pdf.y, { width, lineGap, continued });
      else pdf.text(run.text, { continued });
    });
    // A smaller letter stands at the top of the line.
    if (footnote > 0) {
      const line = pdf.currentLineHeight(true);
      this.style(size * 0.62, "regular", color).text(String(footnote), { continued: false });
      pdf.y += line - pdf.currentLineHeight(true);
    }
    pdf.x = pdf.page.margins.left;
  }

  heightOf(words: readonly Word[], size: number, indent = 0): number {
    return this.style(size).heightOfString(textOf(words), { width: this.width - indent, lineGap: size * 0.32 });
  }

  heading(text: string, tag: "H1" | "H2" | "H3", size: number): void {
    this.gap(tag === "H1" ? 0 : 1);
    // Two lines of what follows stay with it.
    this.need(size * 1.4 + this.#type.text * 4);
    this.tag(tag, () => {
      this.style(size, "bold").text(text, this.pdf.page.margins.left, this.pdf.y, { width: this.width, lineGap: size * 0.1 });
    });
    this.gap(0.4);
  }

  paragraph(words: readonly Word[]): void {
    this.need(this.#type.text * 3);
    this.tag("P", () => this.words(words));
    this.gap(0.65);
  }

  list(items: readonly (readonly Word[])[], label: (index: number) => string): void {
    const { pdf } = this;
    const { text: size } = this.#type;
    const indent = size * 1.7;
    items.forEach((words, i) => {
      this.need(size * 2);
      this.tag("P", () => {
        const { y } = pdf;
        this.style(size, "regular", QUIET).text(label(i), pdf.page.margins.left, y, { width: indent, lineBreak: false });
        pdf.y = y;
        this.words(words, { indent });
      });
      this.gap(0.3);
    });
    this.gap(0.35);
  }

  quotation(paragraphs: readonly (readonly Word[])[], footnote: Footnote | null): void {
    const { pdf } = this;
    const { text: size } = this.#type;
    const indent = size * 1.6;
    const note = footnote ? this.#noteHeight(footnote) + size : 0;
    const height = paragraphs.reduce((sum, words) => sum + this.heightOf(words, size, indent), 0);
    // A short one stays whole; a long passage goes on on the next page.
    this.need(Math.min(height, pdf.page.height * 0.3) + note);
    // Whichever page its number comes to stand on has room for the note.
    const pages: PDFKit.PDFPage[] = [];
    const reserve = (): void => {
      pdf.page.margins.bottom += note;
      pages.push(pdf.page);
    };
    reserve();
    pdf.on("pageAdded", reserve);
    this.tag("BlockQuote", () => {
      paragraphs.forEach((words, i) => {
        const from = { page: this.#page, y: pdf.y };
        const isLast = i === paragraphs.length - 1;
        this.words(words, { italic: true, indent, footnote: isLast ? (footnote?.number ?? 0) : 0 });
        if (from.page !== this.#page) return;
        const x = pdf.page.margins.left + size * 0.5;
        pdf.save().lineWidth(1.2).strokeColor(LAMP);
        pdf
          .moveTo(x, from.y)
          .lineTo(x, pdf.y - size * 0.3)
          .stroke()
          .restore();
      });
    });
    pdf.removeListener("pageAdded", reserve);
    for (const page of pages) if (page !== pdf.page) page.margins.bottom -= note;
    if (footnote) this.#footnotes.set(this.#page, [...(this.#footnotes.get(this.#page) ?? []), { footnote, height: note }]);
    this.gap(0.65);
  }

  #noteText({ number, reference, translation }: Footnote): string {
    return `${number}  ${reference}, ${translation}`;
  }

  #noteHeight(note: Footnote): number {
    return this.style(this.#type.small).heightOfString(this.#noteText(note), { width: this.width, lineGap: 2 });
  }

  /** Draws the foot of every page, and ends the document. */
  finish(title: string): void {
    const { pdf } = this;
    const { small, margin } = this.#type;
    const { start, count } = pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      pdf.switchToPage(page);
      const notes = this.#footnotes.get(page + 1) ?? [];
      let y = pdf.page.height - margin - notes.reduce((sum, { footnote }) => sum + this.#noteHeight(footnote), 0);
      // Nothing may begin a page from here on.
      pdf.page.margins.bottom = 0;
      if (notes.length > 0) {
        pdf.markContent("Artifact", { type: "Layout" });
        pdf.save().lineWidth(0.5).strokeColor(QUIET);
        pdf
          .moveTo(margin, y - 5)
          .lineTo(margin + 60, y - 5)
          .stroke()
          .restore();
        pdf.endMarkedContent();
      }
      for (const { footnote: note } of notes) {
        this.tag(
          "Note",
          () => void this.style(small, "regular", QUIET).text(this.#noteText(note), margin, y, { width: this.width, lineGap: 2 }),
        );
        y += this.#noteHeight(note);
      }
      pdf.markContent("Artifact", { type: "Pagination" });
      this.style(small, "regular", QUIET).text(
        count > 1 ? `${title}  ·  ${page + 1}` : title,
        margin,
        pdf.page.height - margin * 0.55,
        {
          width: this.width,
          align: "center",
          height: small * 1.4,
          ellipsis: true,
        },
      );
      pdf.endMarkedContent();
    }
    this.#root.end();
    pdf.end();
  }
}
