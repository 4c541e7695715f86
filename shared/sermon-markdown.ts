import { OUTLINE, QUESTIONS } from "./outline.ts";
import type { SermonDocument } from "./sermon-document.ts";
import type { Word } from "./sermon-text.ts";

const escape = (text: string): string => text.replace(/[\\*_[\]<>`#|~]/gu, "\\$&");

/** What begins a list, a quotation or a rule at the start of a line is text here. */
const line = (text: string): string => text.replace(/^(?:[-+]|\d{1,9}[.)])(?=\s|$)/u, (start) => start.replace(/.$/u, "\\$&"));

/** Words as Markdown, with runs of emphasised ones between stars. */
function inline(words: readonly Word[]): string {
  let text = "";
  words.forEach(({ text: word, emphasis }, i) => {
    const before = words[i - 1]?.emphasis ?? false;
    if (before && !emphasis) text += "*";
    if (i > 0) text += " ";
    if (emphasis && !before) text += "*";
    text += escape(word);
  });
  return line(words.at(-1)?.emphasis ? `${text}*` : text);
}

const numbered = (items: readonly string[]): string => items.map((item, i) => `${i + 1}. ${item}`).join("\n");

/** A sermon as Markdown for other programs (CommonMark, with footnotes as GitHub, Pandoc and Obsidian read them). */
export function documentMarkdown(document: SermonDocument): string {
  const { title, focus, topic, date, passage, outline, body, prayer, footnotes, notes } = document;
  const origin = [
    passage && `${escape(passage.reference)} (${passage.translation})`,
    topic && escape(topic.replaceAll(/\s+/gu, " ")),
    date?.slice(0, 10),
  ].filter(Boolean);
  const lines = [
    `# ${escape(title)}`,
    ...(focus ? [inline(focus)] : []),
    ...(origin.length > 0 ? [origin.join("  \n")] : []),
    ...(outline
      ? [
          `## ${OUTLINE}`,
          inline(outline.idea),
          numbered(outline.points.map(({ claim, verses }) => `${escape(claim)} (${escape(verses)})`)),
          ...(outline.questions.length > 0 ? [`### ${QUESTIONS}`, numbered(outline.questions.map(inline))] : []),
        ]
      : []),
    ...body.map((part) => {
      switch (part.kind) {
        case "heading":
          return `## ${inline(part.words)}`;
        case "paragraph":
          return inline(part.words);
        case "list":
          return part.items.map((item) => `- ${inline(item)}`).join("\n");
        case "quotation":
          return (
            part.paragraphs.map((words) => `> ${inline(words)}`).join("\n>\n") + (part.footnote ? `[^${part.footnote}]` : "")
          );
      }
    }),
    ...(prayer ? [`## ${prayer.heading}`, ...prayer.paragraphs.map(inline)] : []),
    ...(notes.length > 0 ? ["---", ...notes.map(inline)] : []),
    ...footnotes.map(({ number, reference, translation }) => `[^${number}]: ${escape(reference)}, ${translation}`),
  ];
  return `${lines.join("\n\n")}\n`;
}
