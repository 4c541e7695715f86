import type { Block, BlockKind } from "../../shared/sermon-text.ts";

/** How a block is spoken. */
export interface SpokenAs {
  /** The pause after it, as a multiple of the one between two paragraphs. */
  pause: number;
  /** A prayer is slower. */
  prayer: boolean;
}

const AFTER: Partial<Record<BlockKind, number>> = { title: 1.35, focus: 1.25 };
const NEW_SECTION = 1.3;
const AROUND_QUOTATION = 1.2;
const BEFORE_REFERENCE = 0.6;
const BETWEEN_ITEMS = 0.85;

function pauseBetween(block: Block, next: Block, isNewSection: boolean): number {
  if (next.kind === "reference") return BEFORE_REFERENCE;
  const own = AFTER[block.kind] ?? 1;
  if (isNewSection) return Math.max(own, NEW_SECTION);
  if (block.kind === "item" && next.kind === "item") return BETWEEN_ITEMS;
  const isAtQuotation = next.kind === "scripture" || block.kind === "scripture" || block.kind === "reference";
  return isAtQuotation && next.kind !== block.kind ? Math.max(own, AROUND_QUOTATION) : own;
}

/** How each block of a sermon is spoken, by its position; undefined for what is not spoken. */
export function spokenAs(blocks: readonly Block[]): (SpokenAs | undefined)[] {
  return blocks.map((block, i) => {
    if (!block.spoken) return undefined;
    const nextAt = blocks.findIndex(({ spoken }, k) => k > i && spoken);
    const next = blocks[nextAt];
    const isNewSection = blocks.slice(i + 1, Math.max(nextAt, 0)).some(({ kind }) => kind === "heading");
    return { pause: next ? pauseBetween(block, next, isNewSection) : 1, prayer: block.prayer === true };
  });
}
