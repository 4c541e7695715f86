/** The voices, default first. */
export const VOICES = ["John", "Daniel", "Sarah", "Charlie", "Roger", "Liam"] as const;
export type VoiceName = (typeof VOICES)[number];
export const DEFAULT_VOICE: VoiceName = "John";
