import { lockVerses } from "../../../scripture/verse-lock.ts";
import type { VerseChange } from "../../../scripture/verse-lock.ts";

/**
 * What the verse lock would change in the sermons it is given, one after the other. The lock reads each block of a sermon, and each line of
 * a list, for itself (and what follows the break as sources), so that one which stood in an earlier sermon need not be read again.
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
