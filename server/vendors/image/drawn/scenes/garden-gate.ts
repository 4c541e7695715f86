import { glow, HEIGHT, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, hills, meadow, polygon, quad, strokes } from "../parts.ts";

export const gardenGate: Scene = {
  alt: "An open gate in a garden wall, and a path that leads through it into the light",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: [
    "facing-death",
    "left-church",
    "new-beginnings",
    "new-to-faith",
    "being-gay",
    "someone-gay",
    "behind-bars",
    "back-in-church",
  ],
  draw,
};

const WALL = { top: 430, foot: 660 };
const GATE = { half: 118, height: 300 };

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  sky(canvas, 430);
  const x = WIDTH * canvas.between(0.42, 0.58);
  glow(canvas, { x, y: 430 }, 620, palette.glow, 0.6);
  glow(canvas, { x, y: 440 }, 220, palette.light, 0.8);
  hills(canvas, 410, 2);
  meadow(canvas, 500, mix(palette.land[1], palette.land[2], 0.5));
  const leaves = { dark: palette.land[3], light: mix(palette.land[1], palette.light, 0.25), size: 22, count: 300 };
  for (const side of [-1, 1]) crown(canvas, { x: x + side * canvas.between(390, 520), y: 400 }, 180, 110, leaves, -side);
  way(canvas, x);
  wall(canvas, x);
  leaf(canvas, x - GATE.half, -1);
  leaf(canvas, x + GATE.half, 1);
  ivy(canvas, x);
}

/** The path on both sides of the wall, and the ground before it. */
function way(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const near = mix(palette.land[3], palette.land[2], 0.45);
  quad(canvas, [-10, WIDTH + 10, WALL.foot], [-10, WIDTH + 10, HEIGHT + 10], near);
  strokes(canvas, 120, {
    x: [-100, WIDTH],
    y: [WALL.foot + 8, HEIGHT],
    width: [50, 190],
    height: 5,
    colours: [mix(near, palette.light, 0.45), palette.land[4]],
    opacity: 0.15,
  });
  const stone = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.light}"/><stop offset=".5" stop-color="${mix(palette.light, palette.land[1], 0.5)}"/><stop offset="1" stop-color="${mix(palette.land[2], palette.land[1], 0.5)}"/></linearGradient>`,
  );
  polygon(
    canvas,
    [x - 8, 500, x + 8, 500, x + 104, WALL.foot, x + 290, HEIGHT + 10, x - 290, HEIGHT + 10, x - 104, WALL.foot],
    `url(#${stone})`,
    0.92,
  );
  for (let i = 0; i < 60; i++) {
    const t = canvas.random() ** 0.7;
    const half = 100 + t * 185;
    const px = x + canvas.between(-0.85, 0.85) * half;
    canvas.add(
      `<ellipse cx="${n(px)}" cy="${n(WALL.foot + 6 + t * 200)}" rx="${n(8 + t * 34)}" ry="${n(2 + t * 7)}" fill="${i % 2 ? palette.land[3] : palette.light}" opacity=".14"/>`,
    );
  }
}

function wall(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const stone = mix(palette.land[2], palette.land[1], 0.25);
  for (const [from, to] of [
    [-20, x - GATE.half - 40],
    [x + GATE.half + 40, WIDTH + 20],
  ] as const) {
    canvas.add(
      `<rect x="${n(from)}" y="${WALL.top}" width="${n(to - from)}" height="${WALL.foot - WALL.top + 6}" fill="${stone}"/>`,
    );
    for (let row = 0; row < 9; row++)
      for (let left = from + (row % 2) * -30; left < to - 8;) {
        const width = Math.min(canvas.between(40, 84), to - left);
        canvas.add(
          `<rect x="${n(left)}" y="${WALL.top + 4 + row * 25}" width="${n(width - 5)}" height="21" rx="4" fill="${mix(stone, canvas.random() < 0.45 ? palette.light : palette.ink, canvas.between(0.04, 0.24))}"/>`,
        );
        left += width;
      }
    canvas.add(
      `<rect x="${n(from)}" y="${WALL.top - 14}" width="${n(to - from)}" height="18" fill="${mix(stone, palette.light, 0.4)}"/>`,
    );
  }
  for (const side of [-1, 1]) {
    const left = x + side * (GATE.half + 24) - 28;
    canvas.add(
      `<rect x="${n(left)}" y="${WALL.foot - GATE.height}" width="56" height="${GATE.height + 12}" fill="${mix(stone, palette.ink, 0.14)}"/><rect x="${n(side < 0 ? left + 42 : left)}" y="${WALL.foot - GATE.height}" width="14" height="${GATE.height + 12}" fill="${palette.light}" opacity=".35"/><rect x="${n(left - 8)}" y="${WALL.foot - GATE.height - 16}" width="72" height="18" fill="${mix(stone, palette.light, 0.42)}"/>`,
    );
  }
}

/** One half of the gate, opened towards us: bars in perspective. */
function leaf(canvas: Canvas, hinge: number, side: number): void {
  const wood = mix(canvas.palette.ink, canvas.palette.land[3], 0.3);
  const reach = 84;
  const at = (t: number, height: number): Point => ({
    x: hinge + side * t * reach,
    y: WALL.foot + 2 + t * 44 - height * (1 + t * 0.2),
  });
  const rail = (height: number, width: number): void => {
    const [a, b] = [at(0, height), at(1, height)];
    canvas.add(`<path d="M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}" stroke="${wood}" stroke-width="${width}"/>`);
  };
  for (let i = 0; i <= 5; i++) {
    const [a, b] = [at(i / 5, 6), at(i / 5, 214 + Math.sin((i / 5) * Math.PI) * 14)];
    canvas.add(
      `<path d="M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}" stroke="${wood}" stroke-width="${i % 5 ? 8 : 12}" stroke-linecap="round"/>`,
    );
  }
  for (const height of [40, 120, 186]) rail(height, 9);
}

function ivy(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const leaves = { dark: palette.land[4], light: mix(palette.land[2], palette.glow, 0.3), size: 13, count: 110 };
  for (const side of [-1, 1]) {
    crown(canvas, { x: x + side * canvas.between(330, 560), y: WALL.top + 20 }, 150, 46, leaves, -side);
    crown(canvas, { x: x + side * canvas.between(240, 560), y: WALL.foot - 4 }, 140, 34, leaves, -side);
  }
}
