import type { VoiceName } from "../../shared/voices.ts";

/** English as it is spoken in America or in Britain: "one hundred five" or "one hundred and five", and some names. */
export type Accent = "american" | "british";

/** How the voices of this program speak. A vendor's voice has an accent of its own and is given neither names nor numbers to suit one. */
export const ACCENTS: Readonly<Record<VoiceName, Accent>> = {
  John: "american",
  Daniel: "british",
  Sarah: "american",
  Charlie: "british",
  Roger: "american",
  Liam: "american",
};
