import type { ImageBrief } from "../../writer/writer.ts";

/** Colours of one time of day, as #rrggbb. */
export interface Palette {
  /** The time of day in the alternative text: "at dusk". */
  hour: string;
  /** Sky from the top to the horizon. */
  sky: readonly [string, string, string, string];
  /** Land, from the farthest (almost sky) to the nearest (almost ink). */
  land: readonly [string, string, string, string, string];
  /** The light source and the glow around it. */
  light: string;
  glow: string;
  /** Darkest line in the picture; never black. */
  ink: string;
  /** Stars can be seen. */
  night: boolean;
}

const DEEP_DUSK: Palette = {
  hour: "at dusk",
  sky: ["#1d2a3f", "#31435a", "#5d6b76", "#a98f78"],
  land: ["#6f7378", "#4f5a63", "#38444f", "#27323d", "#18212b"],
  light: "#f6cf86",
  glow: "#d99a4e",
  ink: "#10161e",
  night: false,
};
const BLUE_NIGHT: Palette = {
  hour: "at night",
  sky: ["#0e1727", "#182740", "#2a3d57", "#46586a"],
  land: ["#34475a", "#293a4d", "#1f2e3f", "#172331", "#0f1822"],
  light: "#ffd98f",
  glow: "#c88a45",
  ink: "#0a1018",
  night: true,
};
const STORM: Palette = {
  hour: "under a dark sky",
  sky: ["#232d33", "#3a474c", "#5f6b6c", "#9a9a8b"],
  land: ["#6d7672", "#525e5c", "#3d4947", "#2b3634", "#1a2423"],
  light: "#ffe1a3",
  glow: "#cf9a58",
  ink: "#121a1a",
  night: false,
};
const AMBER_DUSK: Palette = {
  hour: "at sunset",
  sky: ["#22344a", "#4d5d69", "#a98468", "#e2b277"],
  land: ["#94796a", "#6d6259", "#4d4c48", "#353a3a", "#20282b"],
  light: "#ffdf9e",
  glow: "#e79a4a",
  ink: "#151b1f",
  night: false,
};
const TEAL_DAWN: Palette = {
  hour: "at daybreak",
  sky: ["#1c3542", "#3e6068", "#8aa095", "#e4cfa4"],
  land: ["#8b9c90", "#637a70", "#475d55", "#30443e", "#1c2d2a"],
  light: "#fff0c4",
  glow: "#e9b768",
  ink: "#14211f",
  night: false,
};
const GOLD_DAWN: Palette = {
  hour: "at dawn",
  sky: ["#6f8a94", "#b4bfae", "#ecd9ae", "#f7e3b4"],
  land: ["#c9c299", "#a2a77c", "#7c8a60", "#57684a", "#354632"],
  light: "#fff6d8",
  glow: "#f2bf63",
  ink: "#263126",
  night: false,
};
const OLIVE_MORNING: Palette = {
  hour: "in the morning",
  sky: ["#9fb3b0", "#cbd2bd", "#ece4c6", "#f6ead0"],
  land: ["#c3c7a9", "#9ea784", "#7a8762", "#586747", "#3a4832"],
  light: "#fffaf0",
  glow: "#eccb85",
  ink: "#2a3325",
  night: false,
};
const HARVEST: Palette = {
  hour: "in the late afternoon",
  sky: ["#8d9a8e", "#cdbf94", "#efcf8a", "#f7dfa0"],
  land: ["#d3b877", "#b3975a", "#8c7645", "#645737", "#413c2a"],
  light: "#fff3cd",
  glow: "#eea943",
  ink: "#322b1e",
  night: false,
};
const STILL_EVENING: Palette = {
  hour: "in the evening",
  sky: ["#4a6470", "#84958f", "#c9bd9c", "#eed7a6"],
  land: ["#a3a58a", "#7e876f", "#5d6a58", "#425044", "#2a3731"],
  light: "#fff0c2",
  glow: "#e8b25f",
  ink: "#1e2926",
  night: false,
};

const BY_MOOD: Record<ImageBrief["mood"], readonly Palette[]> = {
  grief: [DEEP_DUSK, BLUE_NIGHT],
  fear: [BLUE_NIGHT, STORM],
  longing: [AMBER_DUSK, TEAL_DAWN],
  hope: [TEAL_DAWN, GOLD_DAWN],
  gratitude: [HARVEST, GOLD_DAWN],
  peace: [STILL_EVENING, OLIVE_MORNING],
};

/** Palettes dark enough for scenes lit by a lamp or a star. */
const DIM = new Set([DEEP_DUSK, BLUE_NIGHT, AMBER_DUSK, TEAL_DAWN]);

export function choosePalette(mood: ImageBrief["mood"], dim: boolean, random: () => number): Palette {
  const own = BY_MOOD[mood];
  const dimOnes = own.filter((palette) => DIM.has(palette));
  const choices = dim ? (dimOnes.length > 0 ? dimOnes : [AMBER_DUSK, TEAL_DAWN]) : own;
  return choices[Math.floor(random() * choices.length)] ?? STILL_EVENING;
}

/** A colour between two, `t` from 0 (a) to 1 (b). */
export function mix(a: string, b: string, t: number): string {
  const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) => Math.round(part(a, at) + (part(b, at) - part(a, at)) * t));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
