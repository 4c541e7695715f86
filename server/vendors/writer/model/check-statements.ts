import { sentencesOf, unsupportedIn, type Voice } from "../../../hearing/unsupported.ts";
import type { Fact } from "../../../themes/facts.ts";
import type { WriteEvent } from "../writer.ts";
import type { DraftPiece } from "./draft-reader.ts";

/**
 * Asks the model for a text without some of its sentences' statements. Null if it gave none that can be used; it yields the usage of
 * its call in any case.
 */
export type Rewrite = (text: string, sentences: readonly string[]) => AsyncGenerator<WriteEvent, string | null>;

/** Checks a piece before it is shown: yields the usage of calls, returns the piece to take, or null if nothing of it is left. */
export type StatementCheck = (piece: DraftPiece, isPrayer: boolean) => AsyncGenerator<WriteEvent, DraftPiece | null>;

/** A sermon is not rewritten more often than this; further statements are cut. */
const MOST_REWRITES = 3;
/** Words of a usable answer, compared with the text that it replaces. */
const LENGTHS = [0.3, 1.5] as const;
const AMEN = /\bamen\b\W*$/iu;
/** For a part that no sermon can do without, if nothing of it is left. True of everybody. */
const INSTEAD = {
  title: "Near to All Who Call",
  focus: "God is near to all who call on him.",
  prayer: "Lord, hear this prayer.",
} as const;

const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

function isUsable(answer: string, text: string): boolean {
  const share = countWords(answer) / countWords(text);
  return share >= LENGTHS[0] && share <= LENGTHS[1] && (!AMEN.test(text) || AMEN.test(answer));
}

/** Cuts the unsupported sentences; a prayer keeps its Amen. */
function cut(text: string, sentences: readonly string[]): string {
  const kept = sentencesOf(text).filter((sentence) => !sentences.includes(sentence));
  const rest = kept.join(" ").trim();
  return AMEN.test(text) && !AMEN.test(rest) ? `${rest} Amen.`.trim() : rest;
}

/**
 * Holds what the model wrote about the person to what the topic supports: a text that states something else is rewritten once, then cut.
 * Lists are cut at once. Without `supported` nothing is checked.
 */
export function createStatementCheck(supported: ReadonlySet<Fact> | null, rewrite: Rewrite): StatementCheck {
  let rewrites = 0;

  async function* supportedText(text: string, voice: Voice): AsyncGenerator<WriteEvent, string> {
    if (!supported) return text;
    const sentences = unsupportedIn(text, voice, supported);
    if (sentences.length === 0) return text;
    const answer = rewrites++ < MOST_REWRITES ? yield* rewrite(text, sentences) : null;
    const chosen = answer !== null && isUsable(answer, text) ? answer : text;
    return cut(chosen, unsupportedIn(chosen, voice, supported));
  }

  return async function* check(piece, isPrayer) {
    if (piece.kind === "heading" || !supported) return piece;
    if (piece.kind !== "part") {
      const text = yield* supportedText(piece.text, "preacher");
      return { ...piece, text: text.replace(/[*_]/gu, "") || INSTEAD[piece.kind] };
    }
    const { part } = piece;
    if (part.kind === "scripture") return piece;
    if (part.kind === "list") {
      const items = part.items.map((item) => cut(item, unsupportedIn(item, "preacher", supported))).filter(Boolean);
      return items.length > 0 ? { kind: "part", part: { kind: "list", items } } : null;
    }
    let text = yield* supportedText(part.text, isPrayer ? "prayer" : "preacher");
    if (isPrayer && text.replace(AMEN, "").trim() === "" && part.text.replace(AMEN, "").trim() !== "")
      text = `${INSTEAD.prayer} ${text}`.trim();
    return text === "" ? null : { kind: "part", part: { kind: "prose", text } };
  };
}
