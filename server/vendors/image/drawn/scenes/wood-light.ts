import { brush, glow, HEIGHT, mist, n, verticalGradient, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, polygon, quad } from "../parts.ts";

export const woodLight: Scene = {
  alt: "A wood of tall trees, and light that falls between the trunks",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["temper", "parents-part", "depression", "forsaken", "pain-that-stays", "adrift", "why-suffering", "being-gay"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const light = { x: WIDTH * canvas.between(0.38, 0.62), y: canvas.between(330, 400) };
  const air = verticalGradient(canvas, [
    [0, mix(palette.sky[1], palette.land[2], 0.3)],
    [0.5, mix(palette.sky[3], palette.sky[2], 0.35)],
    [0.75, mix(palette.sky[2], palette.land[1], 0.4)],
    [1, palette.land[2]],
  ]);
  canvas.add(`<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${air})"/>`);
  glow(canvas, light, 640, palette.glow, 0.65);
  glow(canvas, light, 260, palette.light, 0.8);
  for (let row = 0; row < 4; row++) {
    trunks(canvas, row, light.x);
    if (row === 1) rays(canvas, light.x);
    if (row < 3) mist(canvas, 600 + row * 50, 180, mix(palette.sky[3], palette.light, 0.4), 0.3 - row * 0.07);
  }
  floor(canvas, light.x);
  foreground(canvas, 240, 100);
}

/** One depth of trees, which leave the middle free. */
function trunks(canvas: Canvas, row: number, gap: number): void {
  const { palette } = canvas;
  const colour = mix(palette.land[row + 1] ?? palette.ink, palette.sky[3], 0.32 - row * 0.1);
  const foot = 600 + row * 56;
  const count = 15 - row * 3;
  for (let i = 0; i < count; i++) {
    const x = ((i + canvas.between(0.1, 0.9)) / count) * (WIDTH + 120) - 60;
    const free = 40 + row * 95;
    if (Math.abs(x - gap) < free) continue;
    const half = (5 + row * 8) * canvas.between(0.75, 1.25);
    const lean = canvas.between(-14, 14);
    polygon(
      canvas,
      [
        x - half * 1.2,
        foot + 24,
        x - half,
        foot - 70,
        x + lean - half * 0.75,
        -10,
        x + lean + half * 0.75,
        -10,
        x + half,
        foot - 70,
        x + half * 1.2,
        foot + 24,
      ],
      mix(colour, palette.ink, canvas.between(0, 0.2)),
    );
    const towards = x < gap ? 1 : -1;
    quad(
      canvas,
      [x + lean + towards * half * 0.75, x + lean + towards * half * 0.35, -10],
      [x + towards * half, x + towards * half * 0.5, foot - 70],
      palette.light,
      0.26,
    );
    if (row > 0)
      crown(
        canvas,
        { x: x + lean, y: canvas.between(-30, 70) },
        120 + row * 40,
        80 + row * 16,
        { dark: mix(colour, palette.ink, 0.25), light: mix(colour, palette.glow, 0.4), size: 16 + row * 5, count: 36 },
        towards,
      );
  }
}

function rays(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const fade = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.light}" stop-opacity="0"/><stop offset=".25" stop-color="${palette.light}" stop-opacity=".22"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></linearGradient>`,
  );
  for (let i = -2; i <= 2; i++) {
    const top = x + i * 60 + canvas.between(-20, 20);
    const foot = x + i * 210 + canvas.between(-30, 30);
    const width = canvas.between(26, 70);
    quad(canvas, [top - 12, top + 12, 20], [foot - width, foot + width, 740], `url(#${fade})`);
  }
}

/** The ground, with a lane of light that comes towards us. */
function floor(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const moss = mix(palette.land[3], palette.land[2], 0.3);
  canvas.add(`<path d="M-10 720Q${n(x / 2)} 690 ${n(x)} 700T${WIDTH + 10} 716V${HEIGHT + 10}H-10Z" fill="${moss}"/>`);
  const lane = canvas.define(
    (id) =>
      `<radialGradient id="${id}"><stop offset="0" stop-color="${palette.light}" stop-opacity=".6"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(`<ellipse cx="${n(x)}" cy="735" rx="420" ry="80" fill="url(#${lane})"/>`);
  for (let i = 0; i < 130; i++) {
    const at = { x: canvas.between(-100, WIDTH), y: canvas.between(706, HEIGHT) };
    const near = Math.abs(at.x + 60 - x) < 330;
    brush(canvas, at, canvas.between(40, 170), canvas.between(3, 7), near && i % 3 ? palette.light : palette.ink, 0.16);
  }
}
