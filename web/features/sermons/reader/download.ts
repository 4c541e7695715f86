import type { SermonOutline } from "../../../../shared/outline.ts";
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

/** Heading of an outline's questions. */
export const QUESTIONS = "Questions for a group";

/** An outline as plain text. */
export function outlineText(title: string, { idea, points, questions }: SermonOutline): string {
  const numbered = (lines: readonly string[]) => lines.map((line, i) => `${i + 1}. ${line}`);
  const ofPoints = numbered(points.map(({ claim, verses }) => `${claim} (${textOf(verses)})`));
  const ofQuestions = questions.length > 0 ? [[QUESTIONS, ...numbered(questions.map(textOf))].join("\n")] : [];
  return `${[title, textOf(idea), ofPoints.join("\n"), ...ofQuestions].join("\n\n")}\n`;
}

/** The title in lower case, joined by dashes, without characters that file systems reject (docs/product.md#downloading-and-sharing). */
export function fileName(title: string, extension: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
  return `${name || "sermon"}.${extension}`;
}
