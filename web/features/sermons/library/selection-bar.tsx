import { BookDown, Download, FileText, FolderPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { BRAND } from "../../../../shared/brand.ts";
import { Button } from "../../../ui/button.tsx";
import { KeepInCollections } from "../collections/keep-in-collections.tsx";
import { DeleteSermons } from "../delete-sermon.tsx";
import type { ListedSermon } from "../sermon.ts";
import { saveMany, type FileKind } from "./save-many.ts";
import type { Selection } from "./selection.ts";

interface SelectionBarProps {
  userId: string;
  selection: Selection;
  shown: readonly ListedSermon[];
  onDeleted: () => HTMLElement | null;
}

/** What can be done to the chosen sermons; it stays in view while one scrolls. */
export function SelectionBar({ userId, selection, shown, onDeleted }: SelectionBarProps) {
  const [busy, setBusy] = useState(false);
  const chosen = shown.filter(({ id }) => selection.chosen?.has(id));
  const none = chosen.length === 0;
  const ids = chosen.map(({ id }) => id);
  async function save(kind: FileKind | "book") {
    if (busy) return;
    setBusy(true);
    if (kind === "book") {
      const { saveBooks } = await import("./save-books.ts");
      await saveBooks(async () => ids, titleOfBook(chosen));
    } else await saveMany(chosen, kind);
    setBusy(false);
  }
  const action = { variant: "ghost", size: "sm", className: "min-h-11", disabled: none } as const;
  return (
    <section
      aria-label="Selected sermons"
      data-keep-clear=""
      className="sticky bottom-0 z-10 -mx-2 flex flex-wrap items-center gap-x-1 gap-y-0 border-t bg-background px-2 py-2"
    >
      <output className="mr-2 text-sm text-muted-foreground">{none ? "None selected" : `${chosen.length} selected`}</output>
      <Button {...action} disabled={shown.length === 0} onClick={() => selection.choose(shown.map(({ id }) => id))}>
        Select all shown
      </Button>
      <Button {...action} aria-busy={busy} onClick={() => void save("recording")}>
        <Download aria-hidden />
        Download
      </Button>
      <Button {...action} aria-busy={busy} onClick={() => void save("text")}>
        <FileText aria-hidden />
        Save as text
      </Button>
      <Button {...action} aria-busy={busy} onClick={() => void save("book")}>
        <BookDown aria-hidden />
        Save as e-book
      </Button>
      <KeepInCollections userId={userId} ids={ids} what={chosen.length === 1 ? "1 sermon" : `${chosen.length} sermons`}>
        {(open) => (
          <Button {...action} onClick={open}>
            <FolderPlus aria-hidden />
            Collections
          </Button>
        )}
      </KeepInCollections>
      <DeleteSermons
        ids={ids}
        question={chosen.length === 1 ? "Delete this sermon?" : `Delete ${chosen.length} sermons?`}
        what={chosen.length === 1 ? "It is" : "They are"}
        userId={userId}
        onDeleted={onDeleted}
      >
        <Button {...action} className="min-h-11 hover:text-destructive">
          <Trash2 aria-hidden />
          Delete
        </Button>
      </DeleteSermons>
      <Button variant="outline" size="sm" className="ml-auto min-h-11" onClick={selection.end}>
        Done
      </Button>
    </section>
  );
}

/** One sermon gives a book its title; of several, what they are. */
function titleOfBook(chosen: readonly ListedSermon[]): string {
  const [first] = chosen;
  return chosen.length === 1 && first ? (first.written_title ?? first.title) : `Sermons from ${BRAND.product}`;
}
