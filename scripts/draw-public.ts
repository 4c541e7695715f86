import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { paint } from "../server/vendors/image/drawn/drawn.ts";
import { BRAND } from "../shared/brand.ts";
import { CARD_PICTURES, CARD_SIZE, ILLUSTRATION_SIZE, PREVIEW_SIZE, PREVIEWS } from "../shared/previews.ts";

const ICON = join(import.meta.dirname, "../web/public/favicon.svg");
/** Background of the maskable icon, which must fill the whole square because systems crop it to their own shape. */
const BACKGROUND = "#1d2740";

const icon = async (size: number): Promise<Buffer> =>
  sharp(await readFile(ICON), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Draws the link previews (Open Graph images), scenes with the lamp icon in a corner, and the pictures of the pages and their cards. */
export async function drawPreviews(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { width, height } = PREVIEW_SIZE;
  const mark = await icon(96);
  await Promise.all([
    ...CARD_PICTURES.map(async ({ name, scene, mood }) => {
      const { webp } = await paint(scene, mood, name);
      const picture = sharp(webp).resize({ ...CARD_SIZE, fit: "cover" });
      await writeFile(join(folder, `card-${name}.webp`), await picture.webp({ quality: 72, effort: 6 }).toBuffer());
    }),
    ...PREVIEWS.map(async ({ name, scene, mood }) => {
      const { webp } = await paint(scene, mood, name);
      const picture = sharp(webp)
        .resize(width, height, { fit: "cover" })
        .composite([{ input: mark, left: 48, top: height - 48 - 96 }]);
      await writeFile(join(folder, `${name}.jpg`), await picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
      const illustration = sharp(webp).resize({ ...ILLUSTRATION_SIZE, fit: "cover" });
      await writeFile(join(folder, `${name}.webp`), await illustration.webp({ quality: 78, effort: 6 }).toBuffer());
    }),
  ]);
}

const MANIFEST = {
  name: BRAND.product,
  short_name: BRAND.product,
  description: BRAND.tagline,
  id: "/",
  start_url: "/dashboard",
  scope: "/",
  display: "standalone",
  background_color: "#f8f3e9",
  theme_color: "#f8f3e9",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** Draws the home screen icons, and writes the manifest that lists them (https://www.w3.org/TR/appmanifest/). */
export async function drawIcons(folder: string): Promise<void> {
  const full = async (size: number): Promise<Buffer> => {
    const inner = await icon(Math.round(size * 0.8));
    const ground = sharp({ create: { width: size, height: size, channels: 3, background: BACKGROUND } });
    return ground
      .composite([{ input: inner }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  };
  await Promise.all([
    writeFile(join(folder, "manifest.webmanifest"), JSON.stringify(MANIFEST)),
    writeFile(join(folder, "icon-192.png"), await icon(192)),
    writeFile(join(folder, "icon-512.png"), await icon(512)),
    writeFile(join(folder, "icon-maskable-512.png"), await full(512)),
    writeFile(join(folder, "apple-touch-icon.png"), await full(180)),
  ]);
}
