import { PurgeCSS } from "purgecss";

/** Every word that may be a class, with all that Tailwind's classes have in them (`[&_p>b]:lg:w-1/2`, which HTML escapes), or an element's name. */
const wordsOf = (text: string): string[] => [
  ...(text.match(/[^\s"'`]+/g) ?? []).map((word) =>
    word.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
  ),
  ...(text.match(/[\w-]+/g) ?? []),
];

/**
 * The rules of a style sheet that a page without the app's scripts can use: those whose classes and elements stand somewhere in its HTML, or in
 * `scripts` of its own. What its inline scripts name (a theme's class) stands in the HTML too. Attributes rule nothing out: scripts set them by
 * other names, and browsers by themselves (`open`).
 */
export async function usedStyles(sheet: string, html: string, scripts: readonly string[]): Promise<string> {
  const content = [html, ...scripts].map((raw) => ({ raw, extension: "html" }));
  const dynamicAttributes = [...sheet.matchAll(/\[([a-z-]+)/g)].map(([, name = ""]) => name);
  const purge = { content, css: [{ raw: sheet }], defaultExtractor: wordsOf, dynamicAttributes, keyframes: true };
  const [used] = await new PurgeCSS().purge(purge);
  if (!used) throw new Error("the style sheet could not be read");
  return used.css;
}
