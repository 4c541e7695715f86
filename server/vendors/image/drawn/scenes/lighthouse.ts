import { brush, glow, HEIGHT, n, sky, stars, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { polygon, quad, water } from "../parts.ts";

export const lighthouse: Scene = {
  alt: "A lighthouse on a rock, its beam over a moving sea",
  moods: ["grief", "fear", "longing"],
  themes: ["anxiety", "fear-and-courage", "adrift", "am-i-saved", "child-in-trouble", "someone-ill", "unplanned"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(500, 540);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 160, horizon * 0.7);
  const side = canvas.random() < 0.5 ? -1 : 1;
  const foot = { x: WIDTH * (0.5 + side * canvas.between(0.18, 0.26)), y: 540 };
  const lamp = { x: foot.x, y: foot.y - 330 };
  glow(canvas, lamp, 560, palette.glow, 0.45);
  beam(canvas, lamp, -side, 900, 0.5);
  beam(canvas, lamp, side, 420, 0.26);
  water(canvas, horizon, HEIGHT, foot.x - side * 60, 0.4);
  rock(canvas, foot, side);
  tower(canvas, foot, lamp);
  waves(canvas, horizon);
}

function beam(canvas: Canvas, lamp: Point, side: number, reach: number, strength: number): void {
  const { palette } = canvas;
  const fill = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="${side > 0 ? 0 : 1}" x2="${side > 0 ? 1 : 0}" y1="0" y2="0"><stop offset="0" stop-color="${palette.light}" stop-opacity="${strength}"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></linearGradient>`,
  );
  const end = lamp.x + side * reach;
  polygon(
    canvas,
    [lamp.x, lamp.y - 8, end, lamp.y - reach * 0.11, end, lamp.y + reach * 0.1, lamp.x, lamp.y + 8],
    `url(#${fill})`,
  );
}

function rock(canvas: Canvas, { x, y }: Point, side: number): void {
  const { palette } = canvas;
  const edge = [-330, 166, -240, 96, -150, 40, -70, 6, 0, -2, 80, 6, 170, 26, 300, 20, 520, 50, 900, 80, 900, 264];
  const face = mix(palette.land[4], palette.ink, 0.3);
  polygon(
    canvas,
    edge.map((d, i) => (i % 2 ? y + d : x + side * d)),
    face,
  );
  for (let i = 0; i < 40; i++) {
    const dx = canvas.between(-150, 500);
    brush(
      canvas,
      { x: x + side * dx - 30, y: y + 40 + canvas.random() * 150 },
      canvas.between(30, 110),
      canvas.between(4, 10),
      i % 3 ? mix(face, palette.light, 0.3) : palette.ink,
      0.2,
    );
  }
  for (let i = 0; i < 34; i++) {
    const t = canvas.random();
    const at = { x: x + side * (-350 + t * 900) - 60, y: 706 + t * 62 + canvas.between(-8, 14) };
    brush(canvas, at, canvas.between(60, 170), canvas.between(3, 8), mix(palette.sky[3], palette.light, 0.4), 0.3);
  }
}

function tower(canvas: Canvas, { x, y }: Point, lamp: Point): void {
  const { palette } = canvas;
  const wall = mix(palette.sky[3], palette.land[2], 0.4);
  const top = lamp.y + 34;
  quad(canvas, [x - 28, x + 28, top], [x - 46, x + 46, y + 8], wall);
  quad(canvas, [x + 6, x + 28, top], [x + 8, x + 46, y + 8], palette.ink, 0.25);
  for (const t of [0.28, 0.62]) {
    const half = 28 + 18 * t;
    quad(
      canvas,
      [x - half, x + half, top + (y - top) * t],
      [x - half - 2.4, x + half + 2.4, top + (y - top) * (t + 0.15)],
      mix(palette.land[4], "#7a3b33", 0.4),
      0.85,
    );
  }
  canvas.add(
    `<rect x="${n(x - 38)}" y="${n(top - 8)}" width="76" height="10" fill="${palette.ink}"/><rect x="${n(x - 20)}" y="${n(top - 54)}" width="40" height="46" fill="${palette.light}"/>` +
      `<path d="M${n(x)} ${n(top - 54)}v46M${n(x - 20)} ${n(top - 30)}h40" stroke="${palette.ink}" stroke-width="2.5" opacity=".6"/><path d="M${n(x - 28)} ${n(top - 52)}Q${n(x)} ${n(top - 92)} ${n(x + 28)} ${n(top - 52)}Z" fill="${palette.ink}"/>` +
      `<path d="M${n(x - 9)} ${n(y + 8)}v-34q9 -12 18 0v34Z" fill="${palette.ink}" opacity=".7"/>`,
  );
  glow(canvas, lamp, 110, palette.light, 0.8);
}

/** Crests along the near water and at the foot of the rock. */
function waves(canvas: Canvas, horizon: number): void {
  const { palette } = canvas;
  for (let i = 0; i < 150; i++) {
    const t = canvas.random() ** 0.8;
    const at = { x: canvas.between(-160, WIDTH), y: horizon + 120 + t * (HEIGHT - horizon - 110) };
    brush(
      canvas,
      at,
      50 + t * 260,
      3 + t * 11,
      i % 3 ? mix(palette.sky[0], palette.ink, 0.4) : mix(palette.sky[3], palette.light, 0.3),
      i % 3 ? 0.3 : 0.2,
    );
  }
}
