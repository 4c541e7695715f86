import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDrawnImages } from "../server/vendors/image/drawn/drawn.ts";
import type { ImageBrief } from "../server/vendors/writer/writer.ts";

/** The fallback pictures for a sermon image that can't be loaded (docs/product.md#pictures). */
const STOCK: readonly Pick<ImageBrief, "theme" | "mood">[] = [
  { theme: "hope-and-waiting", mood: "hope" },
  { theme: "loneliness", mood: "longing" },
  { theme: "gratitude", mood: "gratitude" },
  { theme: "anxiety", mood: "peace" },
  { theme: "doubt", mood: "fear" },
  { theme: "forgiveness", mood: "peace" },
  { theme: "grief", mood: "grief" },
  { theme: "guilt-and-shame", mood: "hope" },
];

const folder = process.argv[2] ?? join(import.meta.dirname, "../build/client/stock");
await mkdir(folder, { recursive: true });
const illustrator = createDrawnImages();
await Promise.all(
  STOCK.map(async (brief, i) => {
    const picture = await illustrator.draw({ ...brief, seed: `stock ${i + 1}` }, new AbortController().signal);
    await writeFile(join(folder, `${i + 1}.webp`), picture.webp);
  }),
);
console.log(`drew ${STOCK.length} stock pictures`);
