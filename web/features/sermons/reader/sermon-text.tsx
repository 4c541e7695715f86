import { Fragment, memo, useMemo, type ComponentProps, type ReactNode } from "react";
import type { Block, Sentence, Word } from "../../../../shared/sermon-text.ts";
import { findPrintedReferences, type PrintedReference } from "../../../../shared/printed-references.ts";
import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import { cn } from "../../../lib/cn.ts";
import { NOTE_MARK, notedReferences, PrintedNotes } from "./printed-notes.tsx";
import { ReferenceLink } from "./reference-link.tsx";
import { NO_POSITION, SENTENCE_HIGHLIGHT, WORD_HIGHLIGHT } from "./highlight.ts";

/** A sentence with its index among all spoken sentences. */
export type NumberedSentence = Sentence & { number: number };

/** Spoken sentences by the index of their block. */
export function sentencesByBlock(sentences: readonly Sentence[]): Map<number, NumberedSentence[]> {
  const byBlock = new Map<number, NumberedSentence[]>();
  sentences.forEach((sentence, number) => {
    byBlock.set(sentence.block, [...(byBlock.get(sentence.block) ?? []), { ...sentence, number }]);
  });
  return byBlock;
}

interface Segment {
  from: number;
  to: number;
  reference: PrintedReference | null;
}

/** Splits the words into Bible references and the text between them. */
function splitByReference(words: readonly Word[]): Segment[] {
  const ends: number[] = [];
  for (const { text } of words) ends.push((ends.at(-1) ?? -1) + 1 + text.length);
  const segments: Segment[] = [];
  let next = 0;
  for (const reference of findPrintedReferences(words.map(({ text }) => text).join(" "))) {
    const from = ends.findIndex((end) => end > reference.at);
    const to = ends.findIndex((end) => end >= reference.end) + 1;
    if (from > next) segments.push({ from: next, to: from, reference: null });
    segments.push({ from, to, reference });
    next = to;
  }
  return next < words.length ? [...segments, { from: next, to: words.length, reference: null }] : segments;
}

/** Words with their Bible references as links. */
export function Run({ words, lit = -1 }: { words: readonly Word[]; lit?: number }) {
  const segments = useMemo(() => splitByReference(words), [words]);
  return segments.map(({ from, to, reference }) => {
    const text = <Words words={words} from={from} to={to} lit={lit} />;
    return (
      <Fragment key={from}>
        {from > 0 ? " " : null}
        {reference ? <ReferenceLink reference={reference}>{text}</ReferenceLink> : text}
      </Fragment>
    );
  });
}

/** "23:1–6": not broken after its dash. */
const VERSES = /\d–\d/u;

function Words({ words, from, to, lit }: { words: readonly Word[]; from: number; to: number; lit: number }) {
  return words.slice(from, to).map((word, place) => {
    const i = from + place;
    const className = cn(i === lit && WORD_HIGHLIGHT, VERSES.test(word.text) && "whitespace-nowrap");
    const text = className ? <span className={className}>{word.text}</span> : word.text;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a word has no other identity than its index
      <Fragment key={i}>
        {place > 0 ? " " : null}
        {word.emphasis ? <em>{text}</em> : text}
      </Fragment>
    );
  });
}

/** One sentence, highlighted while it is spoken; the word at index `word` is highlighted more strongly (-1: none). */
const SpokenSentence = memo(function SpokenSentence({
  sentence,
  lit,
  word,
}: {
  sentence: NumberedSentence;
  lit: boolean;
  word: number;
}) {
  return (
    <span
      data-sentence={sentence.number}
      data-lit={lit || undefined}
      className={cn("scroll-my-24 rounded-[0.2em] box-decoration-clone py-[0.1em]", lit && SENTENCE_HIGHLIGHT)}
    >
      <Run words={sentence.words} lit={word} />
    </span>
  );
});

interface BlockTextProps {
  block: Block;
  sentences?: readonly NumberedSentence[] | undefined;
  position?: ReadingPosition;
}

/** The words of a block, sentence by sentence where it is spoken. */
export function BlockText({ block, sentences, position = NO_POSITION }: BlockTextProps) {
  if (!sentences) return <Run words={block.words} />;
  return sentences.map((sentence, i) => {
    const lit = sentence.number === position.sentence;
    return (
      <Fragment key={sentence.number}>
        {i > 0 ? " " : null}
        <SpokenSentence sentence={sentence} lit={lit} word={lit ? position.word : -1} />
      </Fragment>
    );
  });
}

type Kind = Block["kind"];
const GROUP: Partial<Record<Kind, "quote" | "list" | "notes">> = {
  scripture: "quote",
  reference: "quote",
  item: "list",
  note: "notes",
};

interface Group {
  kind: "single" | "quote" | "list" | "notes";
  indexes: number[];
}

function groupBlocks(blocks: readonly Block[], without: ReadonlySet<number>): Group[] {
  const groups: Group[] = [];
  blocks.forEach(({ kind }, index) => {
    if (without.has(index)) return;
    const group = GROUP[kind] ?? "single";
    const last = groups.at(-1);
    const lastKind = blocks[index - 1]?.kind;
    // A reference ends its quotation; what follows starts a new group.
    const joins = last && group !== "single" && last.kind === group && !(group === "quote" && lastKind === "reference");
    if (joins) last.indexes.push(index);
    else groups.push({ kind: group, indexes: [index] });
  });
  return groups;
}

const NONE: ReadonlySet<number> = new Set();

/** The element id of a block, or of the quotation or list that begins with it; the elements that have one; and the index again. */
export const blockId = (index: number) => `block-${index}`;
export const BLOCKS = "[id^=block-]";
export const blockIndex = ({ id }: Element) => Number(id.slice("block-".length));

interface SermonTextProps extends ComponentProps<"div"> {
  blocks: readonly Block[];
  /** Indexes of blocks that the page shows elsewhere. */
  without?: ReadonlySet<number>;
  /** Gives the blocks their ids, and on paper their notes; for one text of a page only. */
  withIds?: boolean;
  /** Needed for highlighting the spoken sentence. */
  sentences?: ReadonlyMap<number, NumberedSentence[]>;
  position?: ReadingPosition;
}

/** Renders a sermon's blocks. They hold plain words only (`readSermon` removes HTML and links), so nothing here can inject markup. */
export function SermonText({
  blocks,
  without = NONE,
  withIds = false,
  sentences,
  position = NO_POSITION,
  className,
  ...props
}: SermonTextProps) {
  const groups = useMemo(() => groupBlocks(blocks, without), [blocks, without]);
  const references = useMemo(() => (withIds ? notedReferences(blocks) : []), [blocks, withIds]);
  /** The number of the note that belongs behind this line of a quotation. */
  const noteOf = (index: number) => (references.includes(index + 1) ? references.indexOf(index + 1) + 1 : undefined);
  const line = (index: number): ReactNode => {
    const block = blocks[index];
    return block ? <BlockText block={block} sentences={sentences?.get(index)} position={position} /> : null;
  };
  return (
    <div
      className={cn(
        "grid gap-[1.1em] font-serif text-reading print:block print:text-[11.5pt]/[1.42] print:*:mb-[0.65em]",
        className,
      )}
      {...props}
    >
      {groups.map(({ kind, indexes }) => {
        const [first = 0] = indexes;
        const id = withIds ? blockId(first) : undefined;
        switch (kind) {
          case "quote":
            return (
              <blockquote key={first} id={id} className="my-1 grid gap-1 border-l-2 border-lamp/60 pl-5 sm:pl-6">
                {indexes.map((index) =>
                  blocks[index]?.kind === "reference" ? (
                    <p
                      key={index}
                      className={cn(
                        "text-lg tracking-wide [font-variant-caps:all-small-caps]",
                        references.includes(index) && "print:hidden",
                      )}
                    >
                      {line(index)}
                    </p>
                  ) : (
                    <p key={index} data-note={noteOf(index)} className={cn("italic", noteOf(index) && NOTE_MARK)}>
                      {line(index)}
                    </p>
                  ),
                )}
              </blockquote>
            );
          case "list":
            return (
              <ul key={first} id={id} className="grid list-disc gap-2 pl-6 marker:text-muted-foreground">
                {indexes.map((index) => (
                  <li key={index}>{line(index)}</li>
                ))}
              </ul>
            );
          case "notes":
            return (
              <footer
                key={first}
                id={id}
                className="mt-6 grid gap-2 border-t pt-5 font-sans text-sm text-muted-foreground print:mt-4 print:border-0 print:pt-0 print:font-serif print:text-[9pt]"
              >
                {indexes.map((index) => (
                  <p key={index}>{line(index)}</p>
                ))}
              </footer>
            );
          case "single":
            return <Single key={first} id={id} kind={blocks[first]?.kind ?? "paragraph"} line={line(first)} />;
        }
      })}
      <PrintedNotes blocks={blocks} references={references} />
    </div>
  );
}

function Single({ id, kind, line }: { id: string | undefined; kind: Kind; line: ReactNode }) {
  if (kind === "title") return <h2 className="text-3xl">{line}</h2>;
  if (kind === "focus") return <p className="text-xl italic">{line}</p>;
  if (kind === "heading")
    return (
      <h2 id={id} className="mt-4 text-2xl first:mt-0 print:mt-[1em] print:mb-[0.3em]! print:text-[16pt] print:font-semibold">
        {line}
      </h2>
    );
  return <p id={id}>{line}</p>;
}
