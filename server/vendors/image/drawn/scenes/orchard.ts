import { disc, HEIGHT, mist, n, sky, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, hills, meadow, trunk } from "../parts.ts";

export const orchard: Scene = {
  alt: "An orchard in blossom, its petals in the grass and hills behind it",
  moods: ["hope", "gratitude", "peace"],
  themes: [
    "new-life",
    "gratitude",
    "wedding",
    "mothers-and-fathers",
    "well-again",
    "parenting",
    "good-news",
    "retirement",
    "glad-for-another",
  ],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(400, 430);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 + side * canvas.between(0.02, 0.1)), y: horizon - canvas.between(60, 110) }, 32);
  hills(canvas, horizon, 2);
  meadow(canvas, horizon + 82, mix(palette.land[2], palette.land[1], 0.35));
  const blossom = mix(mix(palette.light, "#e2a6a0", 0.32), palette.sky[3], 0.12);
  // Two rows that lead to the light, the farthest trees first.
  for (let row = 0; row < 4; row++) {
    const t = row / 3;
    for (const at of [-1, 1]) {
      const foot = { x: WIDTH / 2 + at * (150 + t ** 1.3 * 420) + canvas.between(-14, 14), y: horizon + 120 + t ** 1.4 * 250 };
      const size = 70 + t ** 1.3 * 190;
      const leaves = {
        dark: mix(mix(blossom, palette.land[3], 0.55), palette.sky[2], 0.3 * (1 - t)),
        light: mix(blossom, palette.sky[2], 0.25 * (1 - t)),
        size: 7 + t * 13,
        count: 150 + row * 40,
      };
      trunk(canvas, foot, size * 0.85, size * 0.075, mix(palette.ink, palette.land[2], 0.55 - t * 0.3));
      crown(canvas, { x: foot.x, y: foot.y - size * 1.18 }, size * 0.82, size * 0.56, leaves, -at);
    }
    mist(canvas, horizon + 130 + row * 60, 70, mix(palette.sky[3], palette.light, 0.4), 0.14);
  }
  petals(canvas, blossom, horizon + 150);
}

function petals(canvas: Canvas, colour: string, top: number): void {
  let dots = "";
  for (let i = 0; i < 420; i++) {
    const t = canvas.random() ** 0.8;
    const side = canvas.random() < 0.5 ? -1 : 1;
    const x = WIDTH / 2 + side * canvas.between(20 + t * 20, 220 + t * 620);
    const size = 1 + t * 4;
    dots += `<ellipse cx="${n(x)}" cy="${n(top + t * (HEIGHT - top))}" rx="${n(size)}" ry="${n(size * 0.5)}" fill-opacity="${canvas.between(0.4, 0.9).toFixed(2)}"/>`;
  }
  for (let i = 0; i < 16; i++)
    dots += `<ellipse cx="${n(canvas.between(300, WIDTH - 300))}" cy="${n(canvas.between(600, 780))}" rx="4.5" ry="2.4" transform="rotate(${n(canvas.between(-60, 60))} ${WIDTH / 2} 600)"/>`;
  canvas.add(`<g fill="${colour}">${dots}</g>`);
}
