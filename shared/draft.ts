/**
 * Whether a draft has reached its first section (a heading arrives together with its first paragraph). A file of its own, so that the
 * dashboard does not load the Markdown reader of sermon-text.ts for it.
 */
export const hasSection = (draft: string): boolean => /^## /mu.test(draft);
