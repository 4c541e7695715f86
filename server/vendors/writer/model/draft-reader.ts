import type { SermonPart, Translation } from "../../../../shared/sermon.ts";
import { findReferences, passage, printReference } from "../../../scripture/passage.ts";
import { lockVerses } from "../../../scripture/verse-lock.ts";

/** A finished piece of the model's text, verse-locked. */
export type DraftPiece = { kind: "title" | "focus" | "heading"; text: string } | { kind: "part"; part: SermonPart };

const MARKER = /\[\[([^\]]{0,80})\]\]/gu;
const MARKER_LINE = /^[>*_\s]*\[\[([^\]]{0,80})\]\][*_\s.]*$/u;
const ITEM = /^(?:[-*+•]|\d{1,2}[.)])\s+/u;

/**
 * Replaces straight quotation marks by typographic ones, as Scripture has them; a single mark after a letter is an apostrophe.
 */
const curly = (text: string): string =>
  text
    .replace(/(^|[\s([—–‘])"/gu, "$1“")
    .replaceAll('"', "”")
    .replace(/(^|[\s([—–“])'(?=\p{L})/gu, "$1‘")
    .replaceAll("'", "’");

/**
 * Removes HTML, links, pictures and bold type from a paragraph, and writes a reference where a passage was requested inside a
 * sentence.
 */
function plain(text: string): string {
  return curly(
    text
      .replace(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/gu, "")
      .replace(/\[([^[\]]{0,300})\]\([^)]{0,2000}\)/gu, "$1")
      .replace(/<\/?[a-z!][^>]{0,500}>/giu, "")
      .replace(MARKER, (_, reference: string) => {
        const [found] = findReferences(reference);
        // A passage that does not exist is removed by the verse lock, with the words that depend on it.
        return found?.verses ? printReference(found.range) : reference;
      })
      .replace(/\*\*|__|`|\[\[|\]\]/gu, "")
      .replace(/\s+/gu, " "),
  ).trim();
}

const unmarked = (text: string): string => plain(text).replace(/[*_]/gu, "").trim();

export interface DraftReader {
  /** Takes the next piece of the stream; returns the pieces that it completed. */
  feed(text: string): DraftPiece[];
  /** Ends the stream; returns the rest, unless it was cut off in the middle. */
  end(whole: boolean): DraftPiece[];
}

/**
 * Reads a model's Markdown as it streams. A paragraph is returned once it is complete and verse-locked; `[[Psalm 23:4]]` becomes
 * that passage, or nothing if the corpus does not have it. `begun`: continues a sermon that already has its title and focus.
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
      // The model wrote Scripture itself: insert the passage that the verse lock recognises.
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
      // The model was asked to continue but started again.
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
