/** Expands the choices of a sentence: "{a|b} c" gives "a c" and "b c". */
export function expandChoices(pattern: string): string[] {
  const place = /\{([^{}]*)\}/u.exec(pattern);
  if (!place) return [pattern];
  const [whole, words = ""] = place;
  return words
    .split("|")
    .flatMap((word) => expandChoices(pattern.slice(0, place.index) + word + pattern.slice(place.index + whole.length)));
}
