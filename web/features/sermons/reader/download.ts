import type { Block } from "../../../../shared/sermon-text.ts";

/** A sermon as plain text, with a blank line between paragraphs. */
export function plainText(blocks: readonly Block[]): string {
  const paragraphs = blocks.map(({ kind, words }) => {
    const line = words.map(({ text }) => text).join(" ");
    if (kind === "item") return `- ${line}`;
    if (kind === "scripture" || kind === "reference") return `    ${line}`;
    if (kind === "title") return `${line}\n${"=".repeat(line.length)}`;
    if (kind === "heading") return `\n${line}`;
    return line;
  });
  return `${paragraphs.join("\n\n")}\n`;
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
