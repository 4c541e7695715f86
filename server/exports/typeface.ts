import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export interface Typeface {
  regular: Buffer;
  italic: Buffer;
  bold: Buffer;
}

let loaded: Typeface | null = null;

/** The typeface of the page; read once, when it is first needed. WOFF, which the PDF library reads: of WOFF2 it can't make a part. */
export const newsreader = (): Typeface =>
  (loaded ??= {
    regular: readFileSync(require.resolve("@fontsource/newsreader/files/newsreader-latin-400-normal.woff")),
    italic: readFileSync(require.resolve("@fontsource/newsreader/files/newsreader-latin-400-italic.woff")),
    bold: readFileSync(require.resolve("@fontsource/newsreader/files/newsreader-latin-600-normal.woff")),
  });
