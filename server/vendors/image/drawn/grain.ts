import sharp from "sharp";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import { HEIGHT, WIDTH } from "./canvas.ts";

let made: Promise<Buffer> | undefined;

/**
 * Paper grain and darkened corners, as a grey layer in soft-light mode: noise at two scales, the coarser one blurred. All
 * pictures share it, so it is made once.
 */
export function grain(): Promise<Buffer> {
  made ??= make();
  return made;
}

async function make(): Promise<Buffer> {
  const random = seededRandom("paper");
  const fine = Buffer.alloc(WIDTH * HEIGHT);
  const coarse = Buffer.alloc((WIDTH / 4) * (HEIGHT / 4));
  for (let i = 0; i < fine.length; i++) fine[i] = 128 + (random() + random() - 1) * 44;
  for (let i = 0; i < coarse.length; i++) coarse[i] = 128 + (random() + random() - 1) * 120;
  const fibre = await sharp(coarse, { raw: { width: WIDTH / 4, height: HEIGHT / 4, channels: 1 } })
    .blur(1.1)
    .resize(WIDTH, HEIGHT, { kernel: "cubic" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const i = y * WIDTH + x;
      const edge = ((x / WIDTH - 0.5) ** 2 + (y / HEIGHT - 0.5) ** 2) * 2;
      const value = 128 + ((fine[i] ?? 128) - 128) * 0.34 + ((fibre[i] ?? 128) - 128) * 0.14 - Math.max(0, edge - 0.35) * 62;
      fine[i] = Math.max(0, Math.min(255, value));
    }
  }
  return sharp(fine, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
