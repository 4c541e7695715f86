import {
  brush,
  disc,
  HEIGHT,
  land,
  mist,
  sky,
  skyline,
  stars,
  verticalGradient,
  WIDTH,
  type Canvas,
  type Scene,
} from "../canvas.ts";
import { mix } from "../palette.ts";

export const sea: Scene = {
  alt: "A quiet sea, and a path of light on the water towards the horizon",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["at-the-bedside", "grief", "anxiety", "illness", "doubt", "child-loss", "divorce", "addiction", "depression", "anger"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(430, 500);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 240, horizon);
  const sun = { x: WIDTH * canvas.between(0.34, 0.66), y: horizon - canvas.between(24, 90) };
  disc(canvas, sun, canvas.between(24, 34));
  land(
    canvas,
    skyline(canvas, horizon + 6, 12, 0.6).filter((point) => point.x < WIDTH * 0.3),
    palette.land[0],
    palette.sky[3],
    0.3,
  );

  const water = verticalGradient(canvas, [
    [0, mix(palette.sky[3], palette.land[1], 0.25)],
    [0.25, mix(palette.sky[2], palette.land[2], 0.45)],
    [1, mix(palette.sky[0], palette.ink, 0.35)],
  ]);
  canvas.add(`<rect y="${horizon}" width="${WIDTH}" height="${HEIGHT - horizon}" fill="url(#${water})"/>`);
  mist(canvas, horizon, 46, mix(palette.sky[3], palette.light, 0.4), 0.6);
  for (let i = 0; i < 260; i++) {
    const t = canvas.random() ** 1.3;
    const y = horizon + 6 + t * (HEIGHT - horizon);
    const width = 40 + t * 330 * canvas.random();
    const dark = canvas.random() < 0.55;
    brush(
      canvas,
      { x: canvas.between(-120, WIDTH), y },
      width,
      1 + t * 7,
      dark ? palette.ink : mix(palette.sky[3], palette.light, 0.35),
      dark ? 0.13 : 0.1 + 0.08 * (1 - t),
    );
  }
  for (let i = 0; i < 150; i++) {
    const t = canvas.random() ** 1.15;
    const spread = 12 + t * 210;
    const width = canvas.between(14, 40 + t * 120);
    const x = sun.x + canvas.between(-spread, spread) * canvas.random() - width / 2;
    brush(
      canvas,
      { x, y: horizon + 4 + t * (HEIGHT - horizon - 10) },
      width,
      1.4 + t * 5,
      palette.light,
      0.72 * (1 - t * 0.62) * canvas.between(0.35, 1),
    );
  }
}
