import { CLASSES } from "./phrase.ts";

/** What people who are close are called, by kind. */
export const KIN = {
  parent: [...CLASSES.parent.split(" "), "mam", "mummy", "mother-in-law", "father-in-law"],
  child: [...CLASSES.child.split(" "), "lad"],
  partner: [...CLASSES.spouse.split(" "), ...CLASSES.sweetheart.split(" "), "missus"],
  sibling: CLASSES.sibling.split(" "),
  grandparent: [...CLASSES.grandparent.split(" "), "gran", "nan"],
  grandchild: CLASSES.grandchild.split(" "),
  friend: ["friend", "mate", "bestie", "roommate", "neighbour", "neighbor", "colleague"],
  relative: [...CLASSES.relative.split(" "), "auntie", "grandmother", "grandfather"],
} satisfies Record<string, readonly string[]>;

/** Every word for somebody close. */
export const KIN_WORDS: readonly string[] = [...new Set([...Object.values(KIN).flat(), ...CLASSES.inlaw.split(" ")])];
