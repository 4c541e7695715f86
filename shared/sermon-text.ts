import { fromMarkdown } from "mdast-util-from-markdown";
import type { PhrasingContent, RootContent } from "mdast";

/** One word as it is displayed, with its punctuation: a run of characters without white space. */
export interface Word {
  text: string;
  emphasis: boolean;
}

export type BlockKind = "title" | "focus" | "heading" | "paragraph" | "item" | "scripture" | "reference" | "note";

/** A paragraph-sized piece of a sermon. Only blocks with `spoken` are voiced; headings and the closing sources are not. */
export interface Block {
  kind: BlockKind;
  spoken: boolean;
  words: Word[];
}

/** A sentence of a spoken block, by position: `words` are the block's words from `from` (inclusive) to `to` (exclusive). */
export interface Sentence {
  block: number;
  from: number;
  to: number;
  words: Word[];
}

function collect(nodes: readonly PhrasingContent[], emphasis: boolean, out: { text: string; emphasis: boolean }[]): void {
  for (const node of nodes) {
    if (node.type === "text") out.push({ text: node.value, emphasis });
    else if (node.type === "break") out.push({ text: " ", emphasis });
    else if (node.type === "emphasis" || node.type === "strong") collect(node.children, true, out);
    else if ("children" in node) collect(node.children, emphasis, out);
    // Images, HTML and anything else have no words: nothing of them is shown or spoken.
  }
}

function words(nodes: readonly PhrasingContent[]): Word[] {
  const runs: { text: string; emphasis: boolean }[] = [];
  collect(nodes, false, runs);
  const result: Word[] = [];
  let joins = false;
  for (const run of runs) {
    for (const [i, piece] of run.text.split(/\s+/u).entries()) {
      const last = result.at(-1);
      if (i === 0 && joins && last && piece) last.text += piece;
      else if (piece) result.push({ text: piece, emphasis: run.emphasis });
    }
    if (run.text) joins = !/\s$/u.test(run.text);
  }
  return result;
}

function isWhollyEmphasised(nodes: readonly PhrasingContent[]): boolean {
  return nodes.length === 1 && nodes[0]?.type === "emphasis";
}

/**
 * Reads a sermon's Markdown into blocks of words: the one reading that the page displays, the voice speaks and the timings count.
 * HTML, images and link targets are dropped. Everything after a thematic break is a note.
 */
export function readSermon(markdown: string): Block[] {
  const blocks: Block[] = [];
  let inNotes = false;
  const push = (kind: BlockKind, nodes: readonly PhrasingContent[]): void => {
    const found = words(nodes);
    if (found.length === 0) return;
    const actual = inNotes ? "note" : kind;
    blocks.push({ kind: actual, spoken: actual !== "note" && actual !== "heading", words: found });
  };
  const visit = (node: RootContent, within: "root" | "quote" | "list"): void => {
    switch (node.type) {
      case "thematicBreak":
        inNotes = true;
        return;
      case "heading":
        return push(node.depth === 1 ? "title" : "heading", node.children);
      case "paragraph": {
        if (within === "list") return push("item", node.children);
        if (within === "quote") {
          const first = node.children[0];
          const isReference = first?.type === "text" && /^[—–-]\s/u.test(first.value);
          return push(isReference ? "reference" : "scripture", node.children);
        }
        const afterTitle = blocks.length === 1 && blocks[0]?.kind === "title";
        return push(afterTitle && isWhollyEmphasised(node.children) ? "focus" : "paragraph", node.children);
      }
      case "blockquote":
        return node.children.forEach((child) => visit(child, "quote"));
      case "list":
        return node.children.forEach((item) => item.children.forEach((child) => visit(child, "list")));
      default:
        return;
    }
  };
  fromMarkdown(markdown).children.forEach((node) => visit(node, "root"));
  return blocks;
}

const ENDS = /[.!?…][”’"')\]]*$/u;
const ABBREVIATION = /^[“‘"'([]*(?:Mr|Mrs|Ms|Dr|St|vs|cf|e\.g|i\.e|No|[A-Z])\.$/u;
const STARTS = /^[“‘"'([—–-]*[\p{Lu}\p{N}]|^[—–]$/u;

/** Splits one block into sentences, by rules that give the same answer in every runtime (Intl.Segmenter's data differ). */
function sentencesOf(block: Block, index: number): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  block.words.forEach((word, i) => {
    const next = block.words[i + 1];
    const ends = !next || (ENDS.test(word.text) && !ABBREVIATION.test(word.text) && STARTS.test(next.text));
    if (!ends) return;
    found.push({ block: index, from, to: i + 1, words: block.words.slice(from, i + 1) });
    from = i + 1;
  });
  return found;
}

/** The sentences that are spoken, in order. */
export function spokenSentences(blocks: readonly Block[]): Sentence[] {
  return blocks.flatMap((block, i) => (block.spoken ? sentencesOf(block, i) : []));
}

/** Words that are spoken; a bare dash is no word. */
export function countSpokenWords(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) if (block.spoken) for (const word of block.words) if (/[\p{L}\p{N}]/u.test(word.text)) count++;
  return count;
}
