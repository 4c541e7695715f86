import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import type { Chapter } from "../../../../shared/scripture.ts";
import { TRANSLATION_NAMES, type Translation } from "../../../../shared/sermon.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet, SheetContent } from "../../../ui/sheet.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { chapterQuery } from "./passage.ts";

/** Number of verses shown before and after the quoted ones. */
const CONTEXT_VERSES = 4;

interface PassageSheetProps {
  reference: PrintedReference;
  translation: Translation;
  open: boolean;
  onClose: () => void;
}

/** The passage around a quotation, with verse numbers; the quoted verses are marked. */
export default function PassageSheet({ reference, translation, open, onClose }: PassageSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent title="The passage in its chapter" textLabel="Passage" className="w-[26rem] max-w-[92vw]">
        <Passage
          key={`${reference.book} ${reference.from.chapter}:${reference.from.verse}`}
          reference={reference}
          translation={translation}
        />
      </SheetContent>
    </Sheet>
  );
}

function Passage({ reference, translation }: Pick<PassageSheetProps, "reference" | "translation">) {
  const { book, from, to } = reference;
  const [whole, setWhole] = useState(to === null);
  const numbers = Array.from({ length: (to?.chapter ?? from.chapter) - from.chapter + 1 }, (_, i) => from.chapter + i);
  const chapters = useQueries({ queries: numbers.map((number) => chapterQuery(translation, book, number)) });
  const failed = chapters.filter((chapter) => chapter.isError);
  if (failed.length > 0)
    return (
      <div className="grid justify-items-start gap-3" role="alert">
        <p>This passage could not be loaded.</p>
        <Button variant="outline" onClick={() => failed.forEach((chapter) => void chapter.refetch())}>
          Try Again
        </Button>
      </div>
    );
  const loaded = chapters.flatMap(({ data }) => data ?? []);
  const [first] = loaded;
  if (!first || loaded.length < numbers.length) return <Spinner label="Opening the passage..." />;
  const parts = loaded.map((chapter) => partOf(chapter, reference, whole));
  const canShowMore = !whole && parts.some(({ hidden }) => hidden);
  return (
    <div className="grid gap-4">
      {parts.map(({ chapter, verses }) => (
        <section key={chapter.chapter} className="grid gap-3">
          <h2 className="text-2xl">
            {chapter.name} {chapter.chapter}
          </h2>
          <Verses verses={verses} />
        </section>
      ))}
      {canShowMore ? (
        <Button variant="outline" className="justify-self-start" onClick={() => setWhole(true)}>
          {loaded.length > 1 ? "Show the whole chapters" : "Show the whole chapter"}
        </Button>
      ) : null}
      <p className="text-sm text-muted-foreground">{TRANSLATION_NAMES[translation]}</p>
    </div>
  );
}

interface PassagePart {
  chapter: Chapter;
  verses: { verse: number; text: string; quoted: boolean }[];
  hidden: boolean;
}

function partOf(chapter: Chapter, { from, to }: PrintedReference, whole: boolean): PassagePart {
  const firstVerse = chapter.chapter === from.chapter ? from.verse : 1;
  const lastVerse = to && chapter.chapter === to.chapter ? to.verse : Infinity;
  const shown = chapter.verses.filter(
    ({ verse }) => whole || (verse >= firstVerse - CONTEXT_VERSES && verse <= lastVerse + CONTEXT_VERSES),
  );
  const verses = shown.map((verse) => ({
    ...verse,
    quoted: to !== null && verse.verse >= firstVerse && verse.verse <= lastVerse,
  }));
  return { chapter, verses, hidden: shown.length < chapter.verses.length };
}

function Verses({ verses }: { verses: PassagePart["verses"] }) {
  const quoted = useRef<HTMLLIElement>(null);
  const firstQuoted = verses.find((verse) => verse.quoted);
  useEffect(() => {
    quoted.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <ol className="grid gap-1.5 pl-8 font-serif text-lg">
      {verses.map(({ verse, text, quoted: marked }) => (
        <li
          key={verse}
          value={verse}
          ref={verse === firstQuoted?.verse ? quoted : undefined}
          className="list-decimal marker:font-sans marker:text-sm marker:text-muted-foreground"
        >
          {marked ? (
            <mark className="rounded-[0.2em] bg-lamp-soft box-decoration-clone py-[0.1em] text-inherit">{text}</mark>
          ) : (
            text
          )}
        </li>
      ))}
    </ol>
  );
}
