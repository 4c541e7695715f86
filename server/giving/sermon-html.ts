import { spokenSentences, type Block, type Word } from "../../shared/sermon-text.ts";
import { escapeHtml } from "../../shared/escape-html.ts";

/** Words with their emphasis. They are plain text (`readSermon` takes HTML and links away), and are escaped all the same. */
const wordsHtml = (words: readonly Word[]): string =>
  words.map(({ text, emphasis }) => (emphasis ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text))).join(" ");

const GROUP: Partial<Record<Block["kind"], "blockquote" | "ul" | "aside">> = {
  scripture: "blockquote",
  reference: "blockquote",
  item: "ul",
  note: "aside",
};

const TAG: Partial<Record<Block["kind"], string>> = { heading: "h2", item: "li" };

/** A sermon's title, focus and text as HTML, with the number of each spoken sentence for the highlight (web/given/read-along.ts). */
export function sermonHtml(blocks: readonly Block[]): { title: string; focus: string; text: string } {
  const sentences = spokenSentences(blocks);
  const line = (block: Block, index: number): string =>
    block.spoken
      ? sentences
          .flatMap((sentence, number) =>
            sentence.block === index ? [`<span data-sentence="${number}">${wordsHtml(sentence.words)}</span>`] : [],
          )
          .join(" ")
      : wordsHtml(block.words);

  const found = { title: "", focus: "", text: "" };
  const parts: string[] = [];
  let open: string | undefined;
  const close = (): void => {
    if (open) parts.push(`</${open}>`);
    open = undefined;
  };
  blocks.forEach((block, index) => {
    const { kind } = block;
    if (kind === "title" || kind === "focus") {
      found[kind] ||= line(block, index);
      return;
    }
    const group = GROUP[kind];
    // A reference ends its quotation; what follows begins a new one.
    if (group !== open || blocks[index - 1]?.kind === "reference") {
      close();
      if (group) parts.push(`<${group}>`);
      open = group;
    }
    const tag = TAG[kind] ?? "p";
    parts.push(`<${tag}${kind === "reference" ? ' class="reference"' : ""}>${line(block, index)}</${tag}>`);
  });
  close();
  return { ...found, text: parts.join("\n") };
}
