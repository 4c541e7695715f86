import type { ImageBrief } from "../../writer/writer.ts";
import type { Scene } from "./canvas.ts";
import { cityNight } from "./scenes/city-night.ts";
import { dawnHills } from "./scenes/dawn-hills.ts";
import { desertStars } from "./scenes/desert-stars.ts";
import { lampWindow } from "./scenes/lamp-window.ts";
import { mountain } from "./scenes/mountain.ts";
import { oliveBranch } from "./scenes/olive-branch.ts";
import { openTomb } from "./scenes/open-tomb.ts";
import { path } from "./scenes/path.ts";
import { river } from "./scenes/river.ts";
import { sea } from "./scenes/sea.ts";
import { table } from "./scenes/table.ts";
import { threeCrosses } from "./scenes/three-crosses.ts";
import { villageStar } from "./scenes/village-star.ts";
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
  "village-star": villageStar,
  "three-crosses": threeCrosses,
  "open-tomb": openTomb,
  table,
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
  "child-loss": ["lamp-window", "sea", "desert-stars", "olive-branch"],
  infertility: ["well", "dawn-hills", "desert-stars", "lamp-window"],
  divorce: ["sea", "path", "lamp-window", "river"],
  singleness: ["well", "path", "city-night", "table"],
  addiction: ["river", "path", "city-night", "sea"],
  depression: ["sea", "lamp-window", "desert-stars", "mountain"],
  anger: ["mountain", "sea", "river", "olive-branch"],
  temptation: ["desert-stars", "path", "mountain", "city-night"],
  money: ["wheat", "table", "well", "vine"],
  decisions: ["path", "mountain", "river", "desert-stars"],
  "new-beginnings": ["dawn-hills", "path", "river", "wheat"],
  failure: ["sea", "path", "olive-branch", "dawn-hills"],
  caregiving: ["lamp-window", "well", "table", "vine"],
  "facing-death": ["dawn-hills", "open-tomb", "sea", "river"],
  "growing-old": ["vine", "dawn-hills", "wheat", "lamp-window"],
  "family-conflict": ["table", "olive-branch", "river", "city-night"],
  "church-hurt": ["path", "desert-stars", "sea", "lamp-window"],
  injustice: ["river", "city-night", "mountain", "three-crosses"],
  "fear-and-courage": ["sea", "mountain", "path", "river"],
  "after-harm": ["dawn-hills", "well", "river", "olive-branch"],
  prayer: ["lamp-window", "desert-stars", "mountain", "city-night"],
  "weariness-and-rest": ["sea", "well", "olive-branch", "lamp-window"],
  "pride-and-humility": ["table", "well", "wheat", "mountain"],
  envy: ["vine", "wheat", "city-night", "well"],
  advent: ["village-star", "dawn-hills", "desert-stars", "lamp-window"],
  christmas: ["village-star", "lamp-window"],
  lent: ["desert-stars", "path", "mountain", "three-crosses"],
  "good-friday": ["three-crosses"],
  easter: ["open-tomb", "dawn-hills"],
  pentecost: ["wheat", "dawn-hills", "city-night", "river"],
  praise: ["mountain", "dawn-hills", "desert-stars", "wheat"],
  wedding: ["table", "vine", "olive-branch", "well"],
  "new-life": ["dawn-hills", "river", "olive-branch", "wheat"],
  "love-of-neighbor": ["table", "path", "well", "city-night"],
  grace: ["table", "river", "three-crosses", "dawn-hills"],
  "mothers-and-fathers": ["lamp-window", "vine", "olive-branch", "table"],
  discipleship: ["path", "vine", "sea", "mountain"],
};

const BY_MOOD: Record<ImageBrief["mood"], readonly SceneName[]> = {
  grief: ["lamp-window", "sea", "city-night"],
  fear: ["mountain", "desert-stars", "lamp-window"],
  longing: ["path", "desert-stars", "well"],
  hope: ["dawn-hills", "river", "mountain"],
  gratitude: ["wheat", "vine", "olive-branch"],
  peace: ["sea", "river", "dawn-hills"],
};

/** A scene for the theme; for an unknown theme, one for its mood. */
export function chooseScene(brief: ImageBrief, random: () => number): SceneName {
  const choices = BY_THEME[brief.theme] ?? BY_MOOD[brief.mood];
  return choices[Math.floor(random() * choices.length)] ?? "dawn-hills";
}
