import { originLines } from "../../../../shared/origin-lines.ts";
import { TRANSLATION_NAMES } from "../../../../shared/sermon.ts";
import { passageOf, translationOf, withoutDash } from "../../../../shared/sermon-document.ts";
import type { Block } from "../../../../shared/sermon-text.ts";

/** Indexes of the references of a sermon's quotations: on paper each is a numbered note, as in the PDF. */
export const notedReferences = (blocks: readonly Block[]): number[] =>
  blocks.flatMap(({ kind }, index) => (kind === "reference" && blocks[index - 1]?.kind === "scripture" ? [index] : []));

/** Puts a note's number (`data-note`) behind its quotation, on paper alone. */
export const NOTE_MARK =
  "print:after:ml-[0.1em] print:after:align-super print:after:text-[0.7em] print:after:not-italic print:after:content-[attr(data-note)]";

/** The passage and the day, under the title and on paper alone. */
export function PrintedOrigin({ blocks, createdAt }: { blocks: readonly Block[]; createdAt: string | undefined }) {
  const lines = originLines({ passage: passageOf(blocks), topic: null, date: createdAt ?? null });
  return (
    <div className="hidden font-serif text-muted-foreground print:block print:text-[9pt]">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The passages that a sermon quotes, at its end and on paper alone. */
export function PrintedNotes({ blocks, references }: { blocks: readonly Block[]; references: readonly number[] }) {
  if (references.length === 0) return null;
  const translation = TRANSLATION_NAMES[translationOf(blocks)];
  return (
    <div className="hidden border-t pt-3 font-serif text-muted-foreground print:block print:text-[9pt]">
      {references.map((index, i) => (
        <p key={index}>{`${i + 1} ${withoutDash(blocks[index]?.words ?? [])}, ${translation}`}</p>
      ))}
    </div>
  );
}
