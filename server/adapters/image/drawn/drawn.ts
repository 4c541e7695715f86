import sharp from "sharp";
import type { Illustrator } from "../image.ts";
export function createDrawnImages(): Illustrator {
  return {
    engine: "drawn scenes",
    remote: false,
    async draw() {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1536" height="864"><rect width="100%" height="100%" fill="#334"/><circle cx="768" cy="500" r="120" fill="#e9b44c"/></svg>`;
      return { webp: await sharp(Buffer.from(svg)).webp().toBuffer(), width: 1536, height: 864, alt: "A light in the dark." };
    },
  };
}
