import type { ImageBrief } from "../../writer/writer.ts";
import type { Scene } from "./canvas.ts";
import { cityNight } from "./scenes/city-night.ts";
import { dawnHills } from "./scenes/dawn-hills.ts";
import { desertStars } from "./scenes/desert-stars.ts";
import { lampWindow } from "./scenes/lamp-window.ts";
import { mountain } from "./scenes/mountain.ts";
import { oliveBranch } from "./scenes/olive-branch.ts";
import { path } from "./scenes/path.ts";
import { river } from "./scenes/river.ts";
import { sea } from "./scenes/sea.ts";
import { vine } from "./scenes/vine.ts";
import { well } from "./scenes/well.ts";
import { wheat } from "./scenes/wheat.ts";

export const SCENES = {
  "dawn-hills": dawnHills,
  "lamp-window": lampWindow,
  path,
  "olive-branch": oliveBranch,
  wheat,
  sea,
  "desert-stars": desertStars,
  vine,
  well,
  mountain,
  river,
  "city-night": cityNight,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;

const BY_THEME: Record<string, readonly SceneName[]> = {
  forgiveness: ["olive-branch", "path", "lamp-window", "river"],
  grief: ["lamp-window", "sea", "dawn-hills", "path"],
  anxiety: ["sea", "mountain", "well", "river"],
  loneliness: ["lamp-window", "desert-stars", "city-night", "well"],
  "work-and-worth": ["wheat", "vine", "path", "well"],
  marriage: ["vine", "well", "lamp-window", "river"],
  parenting: ["lamp-window", "olive-branch", "vine", "path"],
  illness: ["lamp-window", "dawn-hills", "sea", "well"],
  doubt: ["desert-stars", "path", "mountain", "sea"],
  "guilt-and-shame": ["river", "well", "dawn-hills", "olive-branch"],
  gratitude: ["wheat", "vine", "dawn-hills", "olive-branch"],
  "hope-and-waiting": ["dawn-hills", "city-night", "desert-stars", "path"],
};

const BY_MOOD: Record<ImageBrief["mood"], readonly SceneName[]> = {
  grief: ["lamp-window", "sea", "city-night"],
  fear: ["mountain", "desert-stars", "lamp-window"],
  longing: ["path", "desert-stars", "well"],
  hope: ["dawn-hills", "river", "mountain"],
  gratitude: ["wheat", "vine", "olive-branch"],
  peace: ["sea", "river", "dawn-hills"],
};

/** A scene that suits the theme, or for a theme we do not know, its mood. */
export function chooseScene(brief: ImageBrief, random: () => number): SceneName {
  const choices = BY_THEME[brief.theme] ?? BY_MOOD[brief.mood];
  return choices[Math.floor(random() * choices.length)] ?? "dawn-hills";
}
