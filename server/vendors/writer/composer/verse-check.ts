import { lockVerses } from "../../../scripture/verse-lock.ts";
import type { VerseChange } from "../../../scripture/verse-lock.ts";

/**
 * Reports what the verse lock would change in the given sermons. The lock reads each block, and each line of a list, on its own
 * (after the break as sources), so a block that occurred in an earlier sermon is not read again.
 */
export function createVerseCheck(): (content: string) => VerseChange[] {
  const known = new Map<string, VerseChange[]>();
  const changesOf = (block: string): VerseChange[] => {
    let changes = known.get(block);
    if (!changes) known.set(block, (changes = lockVerses(block).changes));
    return changes;
  };
  return (content) => {
    const [spoken = "", notes] = content.split(/^(?=---$)/mu);
    const blocks = spoken.split(/\n{2,}/u).flatMap((block) => (block.startsWith("- ") ? block.split("\n") : [block]));
    return [...blocks, ...(notes === undefined ? [] : [notes])].flatMap((block) => changesOf(block.trim()));
  };
}
