import type { SermonPart, Translation } from "../../../../shared/sermon.ts";
import { findReferences, passage, printReference } from "../../../scripture/passage.ts";
import { lockVerses } from "../../../scripture/verse-lock.ts";

/** A finished piece of what the model writes, verse-locked. */
export type DraftPiece = { kind: "title" | "focus" | "heading"; text: string } | { kind: "part"; part: SermonPart };

const MARKER = /\[\[([^\]]{0,80})\]\]/gu;
const MARKER_LINE = /^[>*_\s]*\[\[([^\]]{0,80})\]\][*_\s.]*$/u;
const ITEM = /^(?:[-*+•]|\d{1,2}[.)])\s+/u;

/** Typographic marks, as Scripture has them; an apostrophe is what no space or bracket stands before. */
const curly = (text: string): string =>
  text
    .replace(/(^|[\s([—–‘])"/gu, "$1“")
    .replaceAll('"', "”")
    .replace(/(^|[\s([—–“])'(?=\p{L})/gu, "$1‘")
    .replaceAll("'", "’");

/** Plain paragraphs: no HTML, links, pictures or bold type, and a reference where a passage was called for inside a sentence. */
function plain(text: string): string {
  return curly(
    text
      .replace(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/gu, "")
      .replace(/\[([^[\]]{0,300})\]\([^)]{0,2000}\)/gu, "$1")
      .replace(/<\/?[a-z!][^>]{0,500}>/giu, "")
      .replace(MARKER, (_, reference: string) => {
        const [found] = findReferences(reference);
        // One that does not exist is for the lock to take away, with the words that lean on it.
        return found?.verses ? printReference(found.range) : reference;
      })
      .replace(/\*\*|__|`|\[\[|\]\]/gu, "")
      .replace(/\s+/gu, " "),
  ).trim();
}

const unmarked = (text: string): string => plain(text).replace(/[*_]/gu, "").trim();

export interface DraftReader {
  /** Takes a piece of the stream; answers what has become complete by it. */
  feed(text: string): DraftPiece[];
  /** The stream has ended: what was left, unless it was cut in the middle. */
  end(whole: boolean): DraftPiece[];
}

/**
 * Reads a model's Markdown as it streams. A paragraph is given out when it is complete and its quotations are what Scripture says;
 * `[[Psalm 23:4]]` becomes that passage, and what the corpus does not have is left out. `begun`: it goes on with a sermon whose title
 * and focus are there.
 */
export function createDraftReader(translation: Translation, begun: boolean): DraftReader {
  let rest = "";
  let open: { kind: "paragraph" | "list" | "quote"; lines: string[] } | null = null;
  let titled = begun;
  let focused = begun;
  let fresh = true;

  function scripture(reference: string): DraftPiece[] {
    const quotation = passage(reference, translation);
    return quotation ? [{ kind: "part", part: { kind: "scripture", quotation } }] : [];
  }

  function close(): DraftPiece[] {
    const block = open;
    open = null;
    if (!block || !titled) return [];
    if (block.kind === "quote") {
      // A model that types Scripture after all: the lock says which passage it is, and that is put in.
      const locked = lockVerses(block.lines.map((line) => `> ${line}`).join("\n"), { translation }).text;
      const reference = /^> [—–-]\s+(.+)$/mu.exec(locked)?.[1];
      return reference ? scripture(reference) : [];
    }
    if (block.kind === "list") {
      const items = block.lines.map((line) => lockVerses(plain(line), { translation }).text).filter(Boolean);
      return items.length > 0 ? [{ kind: "part", part: { kind: "list", items } }] : [];
    }
    if (!focused) {
      focused = true;
      const focus = lockVerses(unmarked(block.lines.join(" ")), { translation }).text;
      return focus ? [{ kind: "focus", text: focus }] : [];
    }
    const text = lockVerses(plain(block.lines.join(" ")), { translation }).text;
    return text ? [{ kind: "part", part: { kind: "prose", text } }] : [];
  }

  function extend(kind: NonNullable<typeof open>["kind"], line: string): DraftPiece[] {
    const done = open && open.kind !== kind ? close() : [];
    open ??= { kind, lines: [] };
    open.lines.push(line);
    return done;
  }

  function read(raw: string): DraftPiece[] {
    const line = raw.trim();
    if (line === "") return open?.kind === "list" ? [] : close();
    if (/^(?:```|~~~|-{3,}$|\*{3,}$|_{3,}$)/u.test(line)) return close();
    const heading = /^(#{1,6})\s+(.+)$/u.exec(line);
    if (heading) {
      const done = close();
      const text = unmarked(heading[2] ?? "");
      if (!text) return done;
      // One that was asked to go on, and begins again all the same.
      const again = begun && fresh && heading[1] === "#";
      if (titled) focused = true;
      const kind = titled && !again ? "heading" : "title";
      titled = true;
      fresh = false;
      return [...done, { kind, text }];
    }
    fresh = false;
    const called = MARKER_LINE.exec(line)?.[1];
    if (called !== undefined) return titled ? [...close(), ...scripture(called)] : [];
    if (line.startsWith(">")) return extend("quote", line.replace(/^>\s?/u, ""));
    if (ITEM.test(line)) return extend("list", line.replace(ITEM, ""));
    if (open?.kind === "list" && /^\s/u.test(raw)) {
      open.lines.push(`${open.lines.pop() ?? ""} ${line}`);
      return [];
    }
    const focusOnly = titled && !focused && /^[*_].*[*_]$/u.test(line);
    return [...extend("paragraph", line), ...(focusOnly ? close() : [])];
  }

  return {
    feed(text) {
      rest += text;
      const lines = rest.split(/\r?\n/u);
      rest = lines.pop() ?? "";
      return lines.flatMap(read);
    },
    end(whole) {
      const done = whole ? [...read(rest), ...close()] : [];
      rest = "";
      open = null;
      return done;
    },
  };
}
