import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
// WOFF, which the PDF library reads; of WOFF2 it can't make a part.
const file = (name: string): Buffer =>
  readFileSync(require.resolve(`@fontsource/newsreader/files/newsreader-latin-${name}.woff`));

export interface Typeface {
  regular: Buffer;
  italic: Buffer;
  bold: Buffer;
}

let loaded: Typeface | null = null;

/** The typeface of the page; read once, when it is first needed. */
export const newsreader = (): Typeface =>
  (loaded ??= { regular: file("400-normal"), italic: file("400-italic"), bold: file("600-normal") });
