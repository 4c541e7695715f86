import { QUESTIONS, type SermonOutline } from "../../../../shared/outline.ts";
import { textOf, type Block } from "../../../../shared/sermon-text.ts";

/** A sermon as plain text, with a blank line between paragraphs. */
export function plainText(blocks: readonly Block[]): string {
  const paragraphs = blocks.map(({ kind, words }) => {
    const line = textOf(words);
    if (kind === "item") return `- ${line}`;
    if (kind === "scripture" || kind === "reference") return `    ${line}`;
    if (kind === "title") return `${line}\n${"=".repeat(line.length)}`;
    if (kind === "heading") return `\n${line}`;
    return line;
  });
  return `${paragraphs.join("\n\n")}\n`;
}

/** An outline as plain text. */
export function outlineText(title: string, { idea, points, questions }: SermonOutline): string {
  const numbered = (lines: readonly string[]) => lines.map((line, i) => `${i + 1}. ${line}`);
  const ofPoints = numbered(points.map(({ claim, verses }) => `${claim} (${textOf(verses)})`));
  const ofQuestions = questions.length > 0 ? [[QUESTIONS, ...numbered(questions.map(textOf))].join("\n")] : [];
  return `${[title, textOf(idea), ofPoints.join("\n"), ...ofQuestions].join("\n\n")}\n`;
}

/** Names of devices on Windows, whatever the extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;
const LONGEST = 80;
/** File systems take 255 with the extension; a letter has up to four. */
const MOST_BYTES = 240;

/** The title in lower case, joined by dashes, without characters that file systems reject (docs/product.md#downloading-and-sharing). */
export function fileName(title: string, extension: string): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const letters = Array.from(words).slice(0, LONGEST);
  while (new Blob(letters).size > MOST_BYTES) letters.pop();
  const name = letters.join("").replace(/^-|-$/g, "");
  return `${!name || DEVICES.test(name) ? ["sermon", name].filter(Boolean).join("-") : name}.${extension}`;
}
