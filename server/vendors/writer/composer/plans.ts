import type { Frames } from "./frames.ts";
import type { TextSlot } from "../../../themes/theme.ts";

/** A part of a sermon that is chosen from alternatives: a slot of the theme, one of its passages, or a line of the frames. */
export type Part = TextSlot | "title" | "focus" | "passage" | "heardLead" | "saidInPrayer" | keyof Frames["lines"];

/** The contents of a section, in order. The parts of a passage can be separate, so that it is read first and explained later. */
export type Place = Part | "passage.text" | "passage.explained" | "second";

export interface Section {
  heading: keyof Frames["headings"];
  places: readonly Place[];
}

/** The order of a sermon. Title, focus, prayer and blessing are part of every plan. */
export interface Plan {
  id: "three-moves" | "letter" | "lectio" | "narrative";
  sections: readonly Section[];
  /** Number of alternatives of each part in 5 and in 10 minutes, if not one; with several numbers the total length decides. */
  sizes: Partial<Record<Part, Record<5 | 10, readonly number[]>>>;
  /** Needs a passage that is a story. */
  story?: true;
}

const LONG_ONLY = { 5: [0], 10: [1] };
const MAYBE = { 5: [0, 1], 10: [1] };
const COMMON = {
  passage: { 5: [1], 10: [2] },
  secondLeads: LONG_ONLY,
  pain: { 5: [1], 10: [2] },
  actions: { 5: [2, 3], 10: [3, 4, 5] },
} satisfies Plan["sizes"];

const SECOND_PASSAGE: Section = { heading: "second", places: ["secondLeads", "second"] };
const ACTIONS: Section = { heading: "actions", places: ["actionLeads", "actions"] };

/**
 * The four ways a sermon can go, after four that preachers use: three moves (the need, the text, the turn); a letter; lectio divina, in
 * which the text is heard before anything is said; and a narrative that begins in somebody else's day.
 */
export const PLANS: readonly Plan[] = [
  {
    id: "three-moves",
    sections: [
      { heading: "pain", places: ["openings", "heardLead", "pain"] },
      { heading: "passage", places: ["passage", "images"] },
      SECOND_PASSAGE,
      { heading: "gospel", places: ["objections", "gospel"] },
      ACTIONS,
    ],
    sizes: { ...COMMON, images: MAYBE, objections: LONG_ONLY },
  },
  {
    id: "letter",
    sections: [
      { heading: "letter", places: ["letterLeads", "heardLead", "pain", "openings"] },
      { heading: "enclosed", places: ["enclosedLeads", "passage"] },
      SECOND_PASSAGE,
      { heading: "gospel", places: ["objections", "gospel"] },
      { heading: "actions", places: ["actions", "letterEnds"] },
    ],
    sizes: { ...COMMON, openings: MAYBE, objections: MAYBE, actions: { 5: [2, 3, 4], 10: [4, 5, 6] } },
  },
  {
    id: "lectio",
    sections: [
      { heading: "read", places: ["readLeads", "passage.text"] },
      { heading: "reflect", places: ["reflectLeads", "passage.explained"] },
      { heading: "respond", places: ["heardLead", "pain", "images", "gospel"] },
      SECOND_PASSAGE,
      { heading: "rest", places: ["objections", "actions"] },
    ],
    sizes: { ...COMMON, images: { 5: [0, 1], 10: [0, 1] }, objections: LONG_ONLY, actions: { 5: [2, 3, 4], 10: [4, 5] } },
  },
  {
    id: "narrative",
    story: true,
    sections: [
      { heading: "somebody", places: ["storyLeads", "passage"] },
      { heading: "pain", places: ["heardLead", "pain", "openings"] },
      SECOND_PASSAGE,
      { heading: "gospel", places: ["images", "objections", "gospel"] },
      ACTIONS,
    ],
    sizes: {
      ...COMMON,
      openings: LONG_ONLY,
      images: LONG_ONLY,
      objections: MAYBE,
      actions: { 5: [2, 3], 10: [3, 4, 5] },
    },
  },
];
