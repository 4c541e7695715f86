import type { Paper } from "../../../../shared/endpoints/exports.ts";

/** Where paper is cut to 8.5 by 11 inches (Unicode CLDR, "paperSize"). */
const LETTER = new Set(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]);

/** The paper of a language tag's region; of one without, that of the region where most of its speakers live. */
export function paperOf(language: string): Paper {
  try {
    return LETTER.has(new Intl.Locale(language).maximize().region ?? "") ? "letter" : "a4";
  } catch {
    return "a4";
  }
}
