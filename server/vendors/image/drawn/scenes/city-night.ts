import { glow, HEIGHT, land, mist, n, sky, skyline, stars, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const cityNight: Scene = {
  alt: "Flat roofs of an old town at rest, and one window with a light",
  dim: true,
  moods: ["grief", "fear", "longing", "peace"],
  themes: ["loneliness", "singleness", "addiction", "family-conflict", "injustice", "prayer", "envy"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = 440;
  sky(canvas, horizon);
  stars(canvas, palette.night ? 320 : 90, horizon);
  land(canvas, skyline(canvas, horizon, 44, 0.6), palette.land[0], palette.sky[3], 0.4);
  const lit = Math.floor(canvas.between(0, 4));
  for (let row = 0; row < 4; row++) {
    roofs(canvas, row, row === 2 ? lit : -1);
    if (row < 3) mist(canvas, 530 + row * 110, 110, mix(palette.sky[3], palette.sky[2], 0.4), 0.2 - row * 0.04);
  }
}

/** One row of houses. `lit`: the number of the one with the lamp, or -1. */
function roofs(canvas: Canvas, row: number, lit: number): void {
  const { palette } = canvas;
  const base = palette.land[row + 1] ?? palette.ink;
  const top = 452 + row * 96;
  const unit = 62 + row * 34;
  let number = 0;
  for (let x = -unit * canvas.random(); x < WIDTH;) {
    const width = unit * canvas.between(0.9, 1.7);
    const height = unit * canvas.between(0.5, 1.35);
    const y = top - height * 0.45 + canvas.between(-10, 10);
    const wall = mix(base, palette.ink, canvas.between(0, 0.22));
    canvas.add(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width + 1)}" height="${n(HEIGHT - y)}" fill="${wall}"/>` +
        `<rect x="${n(x - 3)}" y="${n(y - 4)}" width="${n(width + 6)}" height="${n(5 + row * 1.6)}" fill="${mix(wall, palette.sky[3], 0.26)}"/>` +
        `<rect x="${n(x + width * 0.72)}" y="${n(y)}" width="${n(width * 0.28)}" height="${n(HEIGHT - y)}" fill="${palette.ink}" opacity=".18"/>`,
    );
    if (canvas.random() < 0.22) dome(canvas, x + width * 0.42, y, width * 0.3, wall);
    const isLit = number === lit + 3 && lit >= 0;
    windows(canvas, x, y, width, unit, isLit);
    x += width + canvas.between(-2, unit * 0.12);
    number++;
  }
}

function dome(canvas: Canvas, x: number, y: number, radius: number, wall: string): void {
  canvas.add(
    `<path d="M${n(x - radius)} ${n(y)}A${n(radius)} ${n(radius * 0.92)} 0 0 1 ${n(x + radius)} ${n(y)}Z" fill="${mix(wall, canvas.palette.sky[3], 0.1)}"/>`,
  );
}

function windows(canvas: Canvas, x: number, y: number, width: number, unit: number, lit: boolean): void {
  const { palette } = canvas;
  const size = unit * 0.14;
  const count = width > unit * 1.3 ? 2 : 1;
  for (let i = 0; i < count; i++) {
    const wx = x + width * (count === 1 ? 0.32 : 0.2 + i * 0.34);
    const wy = y + unit * 0.3;
    const arch = `M${n(wx)} ${n(wy + size * 1.7)}V${n(wy + size * 0.5)}A${n(size * 0.5)} ${n(size * 0.5)} 0 0 1 ${n(wx + size)} ${n(wy + size * 0.5)}V${n(wy + size * 1.7)}Z`;
    if (lit && i === 0) {
      const at = { x: wx + size / 2, y: wy + size };
      glow(canvas, at, 300, palette.glow, 0.6);
      canvas.add(
        `<path d="${arch}" fill="${palette.light}"/><path d="M${n(at.x)} ${n(wy)}v${n(size * 1.7)}" stroke="${palette.ink}" stroke-width="2" opacity=".6"/>`,
      );
      glow(canvas, at, 76, palette.light, 0.75);
    } else canvas.add(`<path d="${arch}" fill="${palette.ink}" opacity=".55"/>`);
  }
}
