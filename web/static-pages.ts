/** Pages that are prerendered to plain HTML without React. A link to one from the app loads a new document. */
export const STATIC_PAGES = [
  "/",
  "/about",
  "/features",
  "/how-it-works",
  "/faqs",
  "/contact",
  "/free-trial",
  "/terms",
  "/privacy",
] as const;

export function isStaticPage(path: string): boolean {
  return STATIC_PAGES.some((page) => page === path);
}
