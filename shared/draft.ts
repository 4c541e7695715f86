/** Whether a text that is being written has come as far as its first section. Its heading comes with its first paragraph. */
export const hasSection = (draft: string): boolean => /^## /mu.test(draft);
