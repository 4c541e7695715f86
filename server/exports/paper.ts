import type { Paper } from "../../shared/endpoints/exports.ts";

/** Points (1/72 inch), in portrait. */
export const PAPER_SIZE: Record<Paper, { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};

export interface TypeScale {
  text: number;
  title: number;
  focus: number;
  heading: number;
  small: number;
  margin: number;
}

/** Sizes in points. Large print is 18, as those ask for who publish for people with low vision. */
export const TYPE: Record<"ordinary" | "large", TypeScale> = {
  ordinary: { text: 11.5, title: 27, focus: 14, heading: 16, small: 9, margin: 78 },
  large: { text: 18, title: 34, focus: 20, heading: 23, small: 14, margin: 62 },
};
