const PREFIX = "topic-draft.";

/** Storage key of the topic that a person has typed and not had written yet (docs/product.md#browser-storage). */
export const draftKey = (userId: string): string => PREFIX + userId;

export const isDraftKey = (key: string): boolean => key.startsWith(PREFIX);
