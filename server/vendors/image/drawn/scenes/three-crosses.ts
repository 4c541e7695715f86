import {
  brush,
  disc,
  HEIGHT,
  land,
  mist,
  n,
  sky,
  skyline,
  stars,
  texture,
  WIDTH,
  type Canvas,
  type Point,
  type Scene,
} from "../canvas.ts";
import { mix } from "../palette.ts";

export const threeCrosses: Scene = {
  alt: "Three crosses on a bare hill, and a low light behind them",
  moods: ["grief", "longing"],
  only: ["good-friday", "lent"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(560, 600);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 160, horizon * 0.7);
  for (let i = 0; i < 16; i++) {
    const at = { x: canvas.between(-200, WIDTH), y: canvas.between(40, 300) };
    brush(
      canvas,
      at,
      canvas.between(300, 800),
      canvas.between(20, 60),
      mix(palette.sky[0], palette.ink, 0.35),
      canvas.between(0.1, 0.26),
    );
  }
  const top = { x: WIDTH * canvas.between(0.36, 0.62), y: horizon - canvas.between(96, 130) };
  disc(canvas, { x: top.x + canvas.between(-20, 20), y: top.y - 16 }, canvas.between(34, 44));
  [0, 1].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 30, 34, 0.5), palette.land[i] ?? palette.ink, palette.sky[3], 0.3),
  );
  mist(canvas, horizon + 50, 110, mix(palette.sky[3], palette.light, 0.2), 0.3);
  const hill: Point[] = [
    { x: -60, y: horizon + 110 },
    { x: top.x - 520, y: horizon + 70 },
    { x: top.x - 210, y: top.y + 46 },
    { x: top.x, y: top.y },
    { x: top.x + 230, y: top.y + 52 },
    { x: top.x + 560, y: horizon + 86 },
    { x: WIDTH + 60, y: horizon + 120 },
  ];
  const dark = mix(palette.land[4], palette.ink, 0.4);
  cross(canvas, { x: top.x - 176, y: top.y + 44 }, canvas.between(128, 142), dark, canvas.between(-3, 1));
  cross(canvas, { x: top.x + 186, y: top.y + 50 }, canvas.between(124, 138), dark, canvas.between(-1, 3));
  cross(canvas, { x: top.x, y: top.y + 12 }, 196, dark, 0);
  land(canvas, hill, mix(palette.land[3], palette.ink, 0.25), palette.ink, 0.5);
  texture(canvas, hill, mix(palette.land[3], palette.light, 0.3), 70, HEIGHT - top.y - 40, 0.14);
}

/** Two beams; `lean` in degrees. */
function cross(canvas: Canvas, foot: Point, height: number, colour: string, lean: number): void {
  const width = height * 0.062;
  const arm = height * 0.3;
  const bar = foot.y - height * 0.72;
  canvas.add(
    `<g transform="rotate(${n(lean)} ${n(foot.x)} ${n(foot.y)})" fill="${colour}">` +
      `<path d="M${n(foot.x - width / 2)} ${n(foot.y + 20)}L${n(foot.x - width * 0.42)} ${n(foot.y - height)}H${n(foot.x + width * 0.44)}L${n(foot.x + width / 2)} ${n(foot.y + 20)}Z"/>` +
      `<path d="M${n(foot.x - arm)} ${n(bar)}L${n(foot.x + arm)} ${n(bar + 2)}V${n(bar + width * 0.95)}L${n(foot.x - arm)} ${n(bar + width * 0.9)}Z"/></g>`,
  );
}
