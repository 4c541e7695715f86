/**
 * The source of a regular expression that is written over several lines. Line breaks and the indentation after them are left
 * out; everything else stands as in a literal (`\b` is a word boundary). Interpolated strings are inserted as they are.
 */
export function regexSource(lines: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: lines.raw.map((text) => text.replace(/\n\s*/gu, "")) }, ...parts);
}

/** A regular expression over several lines, as `regexSource` reads them, with the flag `u`. */
export function regex(lines: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(regexSource(lines, ...parts), "u");
}

/** The same with the flags `gu`, for replacing all that it finds. Not for `test`, which would go on from its last match. */
export function globalRegex(lines: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(regexSource(lines, ...parts), "gu");
}
