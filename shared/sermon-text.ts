/** One word as it is displayed, with its punctuation: a run of characters without white space. */
export interface Word {
  text: string;
  emphasis: boolean;
}

/** Words as plain text. */
export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");

export type BlockKind = "title" | "focus" | "heading" | "paragraph" | "item" | "scripture" | "reference" | "note";

/** A paragraph-sized piece of a sermon. Only blocks with `spoken` are voiced; headings and the closing sources are not. */
export interface Block {
  kind: BlockKind;
  spoken: boolean;
  /** A spoken block below the heading "Prayer". */
  prayer?: true;
  words: Word[];
}

/** A sentence of a spoken block, by position: `words` are the block's words from `from` (inclusive) to `to` (exclusive). */
export interface Sentence {
  block: number;
  from: number;
  to: number;
  words: Word[];
}

/** Removes HTML, images and link targets; keeps a link's words. The length limits keep the regular expressions linear on hostile text. */
function withoutMarkup(text: string): string {
  return text
    .replace(/!\[[^\]]{0,300}\]\((?:[^()]|\([^()]{0,200}\)){0,2000}\)/gu, " ")
    .replace(/\[([^\]]{0,300})\]\((?:[^()]|\([^()]{0,200}\)){0,2000}\)/gu, "$1")
    .replace(/<script\b[^>]{0,300}>[^<]{0,20000}<\/script>/giu, " ")
    .replace(/<\/?[a-z!][^>]{0,2000}>/giu, "");
}

/** Splits a paragraph into words; `*` and `**` switch emphasis, `\\*` is a star. A star without a partner is dropped. */
function words(text: string): Word[] {
  const result: Word[] = [];
  let current: Word | null = null;
  let emphasis = false;
  const plain = withoutMarkup(text);
  for (let i = 0; i < plain.length; i++) {
    const character = plain.charAt(i);
    if (/\s/u.test(character)) {
      current = null;
    } else if (character === "*") {
      if (plain.charAt(i + 1) === "*") i++;
      emphasis = !emphasis;
    } else {
      if (character === "\\" && /[\\*_[\]#>`-]/.test(plain.charAt(i + 1))) i++;
      if (!current) result.push((current = { text: "", emphasis }));
      current.text += plain.charAt(i);
      current.emphasis ||= emphasis;
    }
  }
  return result;
}

/** One paragraph of the Markdown, with its kind as told by its first characters. */
interface Paragraph {
  kind: BlockKind | "break";
  text: string;
}

function paragraphs(markdown: string): Paragraph[] {
  const found: Paragraph[] = [];
  // Whether the next line may continue the last paragraph.
  let open = false;
  const begin = (kind: Paragraph["kind"], text: string, stays = true): void => {
    found.push({ kind, text });
    open = stays;
  };
  for (const raw of markdown.split(/\r?\n/u)) {
    const quoted = raw.startsWith(">");
    const line = (quoted ? raw.slice(1) : raw).trim();
    const last = open ? found.at(-1) : undefined;
    const lastIsQuote = last?.kind === "scripture" || last?.kind === "reference";
    const heading = /^(#{1,6})\s+(.*)$/u.exec(line);
    const item = /^(?:[-*+]|\d{1,3}[.)])\s+(.*)$/u.exec(line);
    if (line === "") open = false;
    else if (!quoted && /^(?:-{3,}|\*{3,}|_{3,})$/u.test(line)) begin("break", "", false);
    else if (last && quoted === lastIsQuote && !heading && !item) last.text += ` ${line}`;
    else if (quoted) begin(/^[—–-]\s/u.test(line) ? "reference" : "scripture", line);
    else if (heading) begin(heading[1] === "#" ? "title" : "heading", heading[2] ?? "", false);
    else if (item) begin("item", item[1] ?? "");
    else begin("paragraph", line);
  }
  return found;
}

/**
 * Parses a sermon's Markdown (what `renderSermon` writes, and what writers add to it) into blocks of words. The page, the voice and the
 * timings all use this result, so their words and sentences correspond. Everything after a thematic break is a note.
 */
export function readSermon(markdown: string): Block[] {
  const blocks: Block[] = [];
  let inNotes = false;
  let inPrayer = false;
  for (const { kind, text } of paragraphs(markdown)) {
    if (kind === "break") {
      inNotes = true;
      continue;
    }
    const found = words(text);
    if (found.length === 0) continue;
    const isFocus =
      kind === "paragraph" && blocks.length === 1 && blocks[0]?.kind === "title" && found.every((word) => word.emphasis);
    const actual = inNotes ? "note" : isFocus ? "focus" : kind;
    const spoken = actual !== "note" && actual !== "heading";
    if (actual === "heading") inPrayer = /^prayer$/iu.test(textOf(found));
    blocks.push({ kind: actual, spoken, ...(spoken && inPrayer && { prayer: true }), words: found });
  }
  return blocks;
}

const ENDS = /[.!?…][”’"')\]]*$/u;
const ABBREVIATION =
  /^[“‘"'([]*(?:Mr|Mrs|Ms|Dr|St|vs|cf|e\.g|i\.e|No|Gen|Ex|Lev|Num|Deut|Josh|Sam|Chron|Ps|Prov|Eccl|Isa|Jer|Ezek|Dan|Hab|Zech|Mal|Matt|Rom|Cor|Gal|Eph|Phil|Col|Thess|Tim|Heb|Jas|Pet|Rev|[A-Z])\.$/u;
const STARTS = /^[“‘"'([—–-]*[\p{Lu}\p{N}]|^[—–]$/u;

/** Splits one block into sentences. Own rules instead of Intl.Segmenter, whose results differ between runtimes. */
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

/** Number of spoken words; a bare dash does not count. */
export function countSpokenWords(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) if (block.spoken) for (const word of block.words) if (/[\p{L}\p{N}]/u.test(word.text)) count++;
  return count;
}
