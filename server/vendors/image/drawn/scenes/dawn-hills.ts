import { disc, HEIGHT, land, mist, sky, skyline, stars, texture, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const dawnHills: Scene = {
  alt: "Rows of hills fading into mist, and a low sun behind the farthest of them",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["illness", "guilt-and-shame", "gratitude", "hope-and-waiting", "infertility", "new-beginnings", "failure"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(400, 470);
  sky(canvas, horizon + 60);
  if (palette.night) stars(canvas, 220, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.28, 0.72), y: horizon - canvas.between(6, 46) }, canvas.between(26, 40));
  palette.land.forEach((colour, i) => {
    const base = horizon + i * i * 19 + i * 34;
    const line = skyline(canvas, base, 26 + i * 15, 0.35);
    const haze = palette.land[Math.max(0, i - 1)] ?? colour;
    land(canvas, line, colour, haze, 0.55);
    texture(canvas, line, mix(colour, palette.light, 0.35), 14 + i * 16, 50 + i * 40, 0.1 + i * 0.02);
    if (i < 4) mist(canvas, base + 62 + i * 12, 110, mix(palette.sky[3], palette.light, 0.3), 0.3 - i * 0.06);
  });
  grove(canvas, HEIGHT * 0.84);
}

/** A few cypresses on the nearest slope: a measure for the distance. */
function grove(canvas: Canvas, ground: number): void {
  const { palette } = canvas;
  let x = canvas.between(120, WIDTH - 420);
  let trees = "";
  for (let i = 0; i < 5; i++) {
    const height = canvas.between(70, 150);
    const width = height * 0.17;
    const y = ground + canvas.between(-6, 26);
    trees += `<path d="M${x} ${y}C${x - width} ${y - height * 0.2} ${x - width * 0.7} ${y - height * 0.75} ${x} ${y - height}C${x + width * 0.7} ${y - height * 0.75} ${x + width} ${y - height * 0.2} ${x} ${y}Z"/>`;
    x += canvas.between(26, 78);
  }
  canvas.add(`<g fill="${mix(palette.ink, palette.land[4], 0.35)}">${trees}</g>`);
}
