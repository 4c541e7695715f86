/** The languages besides English in which the gate hears danger (ISO 639-1; Filipino under `tl`). */
export const LANGUAGES = ["ar", "de", "es", "fr", "it", "ko", "pl", "pt", "ru", "sw", "tl", "vi", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}
