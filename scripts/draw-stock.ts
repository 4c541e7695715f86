import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { paint } from "../server/vendors/image/drawn/drawn.ts";

/** The fallback pictures for a sermon image that can't be loaded (docs/product.md#pictures). They stay as they are. */
const STOCK = [
  ["path", "hope"],
  ["desert-stars", "longing"],
  ["vine", "gratitude"],
  ["river", "peace"],
  ["path", "fear"],
  ["river", "peace"],
  ["dawn-hills", "grief"],
  ["olive-branch", "hope"],
] as const;

const folder = process.argv[2] ?? join(import.meta.dirname, "../build/client/stock");
await mkdir(folder, { recursive: true });
await Promise.all(
  STOCK.map(async ([scene, mood], i) => {
    const { webp } = await paint(scene, mood, `stock ${i + 1}`);
    await writeFile(join(folder, `${i + 1}.webp`), webp);
  }),
);
console.log(`drew ${STOCK.length} stock pictures`);
