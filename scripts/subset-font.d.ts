declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    /** OpenType features that stay; all others go. */
    keepFeatures?: readonly string[];
    variationAxes?: Readonly<Record<string, { min: number; max: number }>>;
    /** Entries of the `name` table that stay, by their number. */
    preserveNameIds?: readonly number[];
  }
  export default function subsetFont(font: Uint8Array, letters: string, options: Options): Promise<Uint8Array>;
}
