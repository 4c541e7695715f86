import type { Scene } from "./canvas.ts";
import { almondTree } from "./scenes/almond-tree.ts";
import { birdsLake } from "./scenes/birds-lake.ts";
import { boatShore } from "./scenes/boat-shore.ts";
import { breadSill } from "./scenes/bread-sill.ts";
import { bridge } from "./scenes/bridge.ts";
import { cityNight } from "./scenes/city-night.ts";
import { dawnHills } from "./scenes/dawn-hills.ts";
import { desertStars } from "./scenes/desert-stars.ts";
import { figWall } from "./scenes/fig-wall.ts";
import { gardenGate } from "./scenes/garden-gate.ts";
import { harbour } from "./scenes/harbour.ts";
import { lampWindow } from "./scenes/lamp-window.ts";
import { lanternPath } from "./scenes/lantern-path.ts";
import { lighthouse } from "./scenes/lighthouse.ts";
import { mountain } from "./scenes/mountain.ts";
import { oliveBranch } from "./scenes/olive-branch.ts";
import { oliveGarden } from "./scenes/olive-garden.ts";
import { openTomb } from "./scenes/open-tomb.ts";
import { orchard } from "./scenes/orchard.ts";
import { path } from "./scenes/path.ts";
import { poppies } from "./scenes/poppies.ts";
import { rainWindow } from "./scenes/rain-window.ts";
import { rainbow } from "./scenes/rainbow.ts";
import { river } from "./scenes/river.ts";
import { roofStair } from "./scenes/roof-stair.ts";
import { sea } from "./scenes/sea.ts";
import { sheepHill } from "./scenes/sheep-hill.ts";
import { shoreFire } from "./scenes/shore-fire.ts";
import { snowVillage } from "./scenes/snow-village.ts";
import { stable } from "./scenes/stable.ts";
import { steppingStones } from "./scenes/stepping-stones.ts";
import { table } from "./scenes/table.ts";
import { threeCrosses } from "./scenes/three-crosses.ts";
import { valleyVillage } from "./scenes/valley-village.ts";
import { villageStar } from "./scenes/village-star.ts";
import { vine } from "./scenes/vine.ts";
import { well } from "./scenes/well.ts";
import { wheat } from "./scenes/wheat.ts";
import { woodLight } from "./scenes/wood-light.ts";

/** Every composition by its name, which is kept with a picture: never rename one. */
export const SCENES = {
  "almond-tree": almondTree,
  "birds-lake": birdsLake,
  "boat-shore": boatShore,
  "bread-sill": breadSill,
  bridge,
  "city-night": cityNight,
  "dawn-hills": dawnHills,
  "desert-stars": desertStars,
  "fig-wall": figWall,
  "garden-gate": gardenGate,
  harbour,
  "lamp-window": lampWindow,
  "lantern-path": lanternPath,
  lighthouse,
  mountain,
  "olive-branch": oliveBranch,
  "olive-garden": oliveGarden,
  "open-tomb": openTomb,
  orchard,
  path,
  poppies,
  "rain-window": rainWindow,
  rainbow,
  river,
  "roof-stair": roofStair,
  sea,
  "sheep-hill": sheepHill,
  "shore-fire": shoreFire,
  "snow-village": snowVillage,
  stable,
  "stepping-stones": steppingStones,
  table,
  "three-crosses": threeCrosses,
  "valley-village": valleyVillage,
  "village-star": villageStar,
  vine,
  well,
  wheat,
  "wood-light": woodLight,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;
