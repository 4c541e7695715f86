/** What stays in this browser when a session ends by itself, and goes when somebody signs out (docs/product.md#browser-storage). */
const [TOPIC, NOTES] = ["topic-draft.", "unsent-notes."];

/** Storage key of the topic that a person has typed and not had written yet. */
export const draftKey = (userId: string): string => TOPIC + userId;

/** Storage key of the notes that the server does not have yet. */
export const unsentNotesKey = (userId: string): string => NOTES + userId;

export const isDraftKey = (key: string): boolean => key.startsWith(TOPIC) || key.startsWith(NOTES);
