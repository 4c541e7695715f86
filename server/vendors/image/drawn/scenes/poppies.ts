import { disc, HEIGHT, mist, n, sky, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { hills, meadow } from "../parts.ts";

export const poppies: Scene = {
  alt: "A field of poppies that reaches to the hills",
  moods: ["hope", "gratitude", "peace"],
  themes: ["gratitude", "in-everything", "after-death", "praise", "well-again", "living-with-disability", "illness"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(380, 420);
  sky(canvas, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.26, 0.74), y: horizon - canvas.between(50, 110) }, 32);
  hills(canvas, horizon, 3, 42);
  meadow(canvas, horizon + 104, mix(palette.land[2], palette.land[1], 0.3));
  const red = mix("#b8503c", palette.land[2], 0.16);
  // Far away only specks; near by, flowers on their stems.
  let specks = "";
  for (let i = 0; i < 900; i++) {
    const t = canvas.random() ** 1.2;
    const y = horizon + 118 + t * 210;
    specks += `<ellipse cx="${n(canvas.between(-10, WIDTH + 10))}" cy="${n(y)}" rx="${n(1.6 + t * 5.4)}" ry="${n(1 + t * 3.4)}" fill="${mix(red, canvas.random() < 0.3 ? palette.light : palette.land[3], canvas.between(0.05, 0.35))}"/>`;
  }
  canvas.add(specks);
  mist(canvas, horizon + 120, 90, mix(palette.sky[3], palette.light, 0.4), 0.34);
  stems(canvas);
  const near = Array.from({ length: 78 }, () => canvas.random() ** 0.9).toSorted((a, b) => a - b);
  for (const t of near) poppy(canvas, canvas.between(-20, WIDTH + 20), 600 + t * 240, 9 + t * 27, red);
}

function stems(canvas: Canvas): void {
  const { palette } = canvas;
  let blades = "";
  for (let i = 0; i < 420; i++) {
    const t = canvas.random();
    const y = 660 + t * 230;
    const height = 30 + t * 90 * canvas.between(0.5, 1.2);
    const lean = canvas.between(-14, 14);
    blades += `<path d="M${n(canvas.between(-10, WIDTH + 10))} ${n(y)}q${n(lean * 0.2)} ${n(-height * 0.6)} ${n(lean)} ${n(-height)}" stroke="${mix(palette.land[3], canvas.random() < 0.35 ? palette.land[1] : palette.land[4], canvas.random())}" stroke-width="${n(1.4 + t * 2.4)}"/>`;
  }
  canvas.add(`<g fill="none" stroke-linecap="round" opacity=".75">${blades}</g>`);
}

/** A cup of four petals, seen from the side, with light on one. */
function poppy(canvas: Canvas, x: number, y: number, size: number, red: string): void {
  const { palette } = canvas;
  const dark = mix(red, palette.ink, 0.35);
  const lean = canvas.between(-0.4, 0.4) * size;
  const turn = canvas.between(-18, 18);
  const foot = Math.min(HEIGHT + 10, y + size * 4.6);
  canvas.add(
    `<path d="M${n(x)} ${n(y)}Q${n(x + lean)} ${n((y + foot) / 2)} ${n(x + lean * 0.6)} ${n(foot)}" fill="none" stroke="${palette.land[4]}" stroke-width="${n(Math.max(1.4, size * 0.1))}"/>` +
      `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><path d="M0 ${n(size * 0.5)}C${n(-size * 0.9)} ${n(size * 0.4)} ${n(-size * 0.95)} ${n(-size * 0.5)} ${n(-size * 0.5)} ${n(-size * 0.8)}Q${n(-size * 0.1)} ${n(-size * 0.95)} ${n(size * 0.06)} ${n(-size * 0.7)}Q${n(size * 0.3)} ${n(-size * 0.98)} ${n(size * 0.62)} ${n(-size * 0.74)}C${n(size * 1.05)} ${n(-size * 0.4)} ${n(size * 0.9)} ${n(size * 0.4)} 0 ${n(size * 0.5)}Z" fill="${dark}"/>` +
      `<path d="M0 ${n(size * 0.52)}C${n(-size * 0.95)} ${n(size * 0.5)} ${n(-size * 1.1)} ${n(-size * 0.2)} ${n(-size * 0.85)} ${n(-size * 0.5)}Q${n(-size * 0.3)} ${n(-size * 0.5)} 0 ${n(-size * 0.12)}Q${n(size * 0.3)} ${n(-size * 0.5)} ${n(size * 0.88)} ${n(-size * 0.44)}C${n(size * 1.1)} ${n(-size * 0.1)} ${n(size * 0.9)} ${n(size * 0.5)} 0 ${n(size * 0.52)}Z" fill="${red}"/>` +
      `<path d="M${n(size * 0.1)} ${n(size * 0.3)}Q${n(size * 0.4)} ${n(-size * 0.2)} ${n(size * 0.8)} ${n(-size * 0.3)}" stroke="${mix(red, palette.light, 0.45)}" stroke-width="${n(size * 0.08)}" fill="none" stroke-linecap="round" opacity=".7"/></g>`,
  );
}
