import sharp from "sharp";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import type { ImageBrief } from "../../writer/writer.ts";
import { ImageError, type Illustrator, type Picture } from "../image.ts";
import { createCanvas, HEIGHT, type Scene, WIDTH } from "./canvas.ts";
import { grain } from "./grain.ts";
import { choosePalette } from "./palette.ts";
import { chooseScene } from "./choose-scene.ts";
import { SCENES, type SceneName } from "./scenes.ts";

// Each picture is painted once: libvips would keep 50 MB of what it has computed.
sharp.cache(false);

/** Draws one scene and paints it: SVG for the shapes, grain for the paper. Deterministic; about 0.2 s, nearly all off the main thread. */
export async function paint(scene: SceneName, mood: ImageBrief["mood"], seed: string): Promise<Picture> {
  const random = seededRandom(`${scene}:${mood}:${seed}`);
  const composition: Scene = SCENES[scene];
  const palette = choosePalette(mood, composition.dim ?? false, random);
  const canvas = createCanvas(palette, random);
  composition.draw(canvas);
  const webp = await sharp(Buffer.from(canvas.svg()))
    .composite([{ input: await grain(), blend: "soft-light" }])
    .removeAlpha()
    .webp({ quality: 82, effort: 3 })
    .toBuffer();
  return { webp, width: WIDTH, height: HEIGHT, scene, alt: `${composition.alt}, ${palette.hour}.` };
}

/** The embedded illustrator: compositions in the light of six moods, by theme, seed and what the person has had. */
export function createDrawnImages(): Illustrator {
  return {
    engine: "drawn scenes",
    remote: false,
    async draw(brief, signal) {
      const scene = chooseScene(brief, brief.seen ?? [], seededRandom(`${brief.theme}:${brief.seed}`));
      try {
        const picture = await paint(scene, brief.mood, brief.seed);
        signal.throwIfAborted();
        return picture;
      } catch (error) {
        signal.throwIfAborted();
        throw new ImageError("failed", "the scene could not be painted", { cause: error });
      }
    },
  };
}
