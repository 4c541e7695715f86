import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Paper } from "../../../../shared/endpoints/exports.ts";
import { saveFile } from "../../../lib/save-file.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../ui/dropdown-menu.tsx";
import { Button } from "../../../ui/button.tsx";
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from "../../../ui/dropdown-choice.tsx";
import { tellMissing } from "../../../ui/lazy-part.tsx";
import { toast } from "../../../ui/toast.tsx";
import { timingsQuery } from "../media.ts";
import { fileName } from "./download.ts";
import type { FileKind } from "./make-file.ts";
import { paperOf } from "./paper.ts";

const PAPER_NAMES: Record<Paper, string> = { a4: "A4", letter: "US Letter" };

interface ExportMenuProps {
  id: string | null;
  title: string;
  content: string;
  createdAt: string | undefined;
  audioPath: string | null;
}

/** The formats beside the recording and the plain text. */
export function ExportMenu({ id, title, content, createdAt, audioPath }: ExportMenuProps) {
  const client = useQueryClient();
  const [paper, setPaper] = useState<Paper>(() => paperOf(navigator.language));
  const [busy, setBusy] = useState(false);

  async function save(kind: FileKind) {
    if (busy) return;
    setBusy(true);
    try {
      const timings = () => client.ensureQueryData(timingsQuery(audioPath ?? ""));
      const maker = await import("./make-file.ts").catch(() => null);
      if (!maker) return tellMissing();
      const made = await maker.makeFile(kind, { id, content, createdAt, paper, timings });
      saveFile(made.content, fileName(title, made.extension));
      toast({ title: "Saved to your downloads" });
    } catch {
      toast({
        title: "The file could not be made",
        description: "Nothing is lost. Please try again in a moment.",
        variant: "destructive",
        action: { label: "Try again", onClick: () => void save(kind) },
      });
    } finally {
      setBusy(false);
    }
  }

  const item = (kind: FileKind, name: string, hint: string, disabled = false) => (
    <DropdownMenuItem disabled={disabled} onSelect={() => void save(kind)}>
      <span className="grid">
        {name} <span className="text-sm text-muted-foreground">{hint}</span>
      </span>
    </DropdownMenuItem>
  );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" className="min-h-11 px-2 text-muted-foreground hover:text-foreground" aria-busy={busy}>
          More formats
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto">
        {item("pdf", "PDF", "To print, with footnotes", id === null)}
        {item("large-print", "PDF, large print", "18 point letters", id === null)}
        {item("docx", "Word", "To change it yourself", id === null)}
        {item("epub", "E-book", "EPUB, for e-readers", id === null)}
        {item("markdown", "Markdown", "For notes apps")}
        {item("captions", "Captions", "WebVTT, for the recording", audioPath === null)}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Paper</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={paper} onValueChange={(value) => setPaper(value === "letter" ? "letter" : "a4")}>
          {(["a4", "letter"] as const).map((size) => (
            // Open until a format is chosen.
            <DropdownMenuRadioItem key={size} value={size} onSelect={(event) => event.preventDefault()}>
              {PAPER_NAMES[size]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
