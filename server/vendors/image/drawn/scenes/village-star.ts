import {
  glow,
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

export const villageStar: Scene = {
  alt: "One great star over a village of small houses, and a door with light in it",
  dim: true,
  moods: ["longing", "hope"],
  only: ["christmas", "advent"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(520, 560);
  sky(canvas, horizon);
  stars(canvas, palette.night ? 380 : 140, horizon * 0.9);
  const village = WIDTH * canvas.between(0.38, 0.6);
  [0, 1, 2].forEach((i) =>
    land(
      canvas,
      skyline(canvas, horizon - 20 + i * 46, 50 - i * 12, 0.3),
      palette.land[i] ?? palette.ink,
      palette.sky[3],
      0.34 - i * 0.08,
    ),
  );
  mist(canvas, horizon + 92, 100, mix(palette.sky[3], palette.sky[2], 0.5), 0.28);
  const ground = skyline(canvas, 700, 14, 0.3);
  houses(canvas, village);
  land(canvas, ground, palette.land[3], palette.land[4], 0.9);
  texture(canvas, ground, mix(palette.land[3], palette.light, 0.16), 70, 160, 0.14);
  star(canvas, { x: village + canvas.between(-60, 60), y: canvas.between(130, 190) });
}

/** A point of light with four long rays, the lower one the longest. */
function star(canvas: Canvas, at: Point): void {
  const { palette } = canvas;
  glow(canvas, at, 420, palette.glow, 0.45);
  glow(canvas, at, 120, palette.light, 0.7);
  const ray = (dx: number, dy: number, width: number): string => {
    const [sx, sy] = dx === 0 ? [width, 0] : [0, width];
    return `M${n(at.x - sx)} ${n(at.y - sy)}L${n(at.x + dx)} ${n(at.y + dy)}L${n(at.x + sx)} ${n(at.y + sy)}Z`;
  };
  const fade = canvas.define(
    (id) =>
      `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(at.x)}" cy="${n(at.y)}" r="230"><stop offset="0" stop-color="${palette.light}"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(
    `<path d="${ray(0, -110, 5)}${ray(0, 230, 5)}${ray(-90, 0, 4)}${ray(90, 0, 4)}" fill="url(#${fade})"/>` +
      `<circle cx="${n(at.x)}" cy="${n(at.y)}" r="9" fill="${palette.light}"/>`,
  );
}

/** Flat-roofed houses up a slope, from the farthest; the one in the middle has its door open. */
function houses(canvas: Canvas, middle: number): void {
  const { palette } = canvas;
  const rows = 3;
  for (let row = 0; row < rows; row++) {
    const size = 62 + row * 26;
    const count = 7 + row;
    for (let i = 0; i < count; i++) {
      const width = size * canvas.between(0.8, 1.35);
      const height = size * canvas.between(0.7, 1.25);
      const x = middle + (i - count / 2) * size * 0.98 + canvas.between(-12, 12);
      const floor = 610 + row * 48 + Math.abs(i - count / 2) * 9;
      const wall = mix(palette.land[row + 1] ?? palette.ink, palette.ink, canvas.between(0.1, 0.34));
      canvas.add(
        `<rect x="${n(x)}" y="${n(floor - height)}" width="${n(width)}" height="${n(HEIGHT - floor + height)}" fill="${wall}"/>` +
          `<rect x="${n(x - 3)}" y="${n(floor - height - 4)}" width="${n(width + 6)}" height="6" fill="${mix(wall, palette.sky[3], 0.3)}"/>` +
          `<rect x="${n(x + width * 0.7)}" y="${n(floor - height)}" width="${n(width * 0.3)}" height="${n(HEIGHT - floor + height)}" fill="${palette.ink}" opacity=".2"/>`,
      );
      if (row === rows - 1 && i === Math.floor(count / 2)) openDoor(canvas, x + width * 0.3, floor, size * 0.56);
      else window(canvas, { x: x + width * 0.3, y: floor - height * 0.68 }, size * 0.1);
    }
  }
}

function window(canvas: Canvas, { x, y }: Point, size: number): void {
  canvas.add(
    `<rect x="${n(x)}" y="${n(y)}" width="${n(size)}" height="${n(size * 1.5)}" rx="2" fill="${canvas.palette.ink}" opacity=".5"/>`,
  );
}

function openDoor(canvas: Canvas, x: number, floor: number, height: number): void {
  const { palette } = canvas;
  const width = height * 0.5;
  const at = { x: x + width / 2, y: floor - height / 2 };
  glow(canvas, at, 240, palette.glow, 0.6);
  canvas.add(
    `<path d="M${n(x)} ${n(floor)}V${n(floor - height + width / 2)}A${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(x + width)} ${n(floor - height + width / 2)}V${n(floor)}Z" fill="${palette.light}"/>`,
  );
  glow(canvas, at, 70, palette.light, 0.7);
}
