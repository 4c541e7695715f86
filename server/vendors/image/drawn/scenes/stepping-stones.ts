import { brush, glow, HEIGHT, mist, n, sky, stars, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, hills, meadow, water } from "../parts.ts";

export const steppingStones: Scene = {
  alt: "Stepping stones across quiet water, from the near bank to the far one",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["fear-and-courage", "back-to-day-one", "temptation", "someone-drinks", "before-an-exam", "decisions", "unplanned"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(350, 390);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 220, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  const far = WIDTH * (0.5 + side * canvas.between(0.06, 0.14));
  glow(canvas, { x: far, y: horizon - 6 }, 560, palette.glow, 0.65);
  glow(canvas, { x: far, y: horizon }, 180, palette.light, 0.8);
  hills(canvas, horizon, 2);
  meadow(canvas, horizon + 74, mix(palette.land[2], palette.land[1], 0.2), 6);
  const leaves = { dark: palette.land[4], light: mix(palette.land[1], palette.glow, 0.25), size: 17, count: 90 };
  for (const dx of [-520, -380, 360, 500])
    crown(canvas, { x: far + dx + canvas.between(-40, 40), y: horizon + 70 }, 80, 50, leaves, dx > 0 ? -1 : 1);
  const bank = horizon + 116;
  water(canvas, bank, HEIGHT + 6, far, 0.6);
  canvas.add(`<rect x="-5" y="${n(bank - 5)}" width="${WIDTH + 10}" height="9" fill="${palette.land[4]}" opacity=".6"/>`);
  mist(canvas, bank + 10, 70, mix(palette.sky[3], palette.light, 0.4), 0.35);
  for (let i = 0; i < 8; i++) {
    const t = i / 7;
    const y = bank + 14 + t ** 1.9 * (HEIGHT - bank - 62);
    const x = far + (WIDTH * 0.46 - far) * t + Math.sin(t * 4.4) * 110 * side * t ** 0.6 + canvas.between(-8, 8);
    stone(canvas, x, y, 10 + t ** 1.9 * 96);
  }
}

/** A flat stone, its shadow on the water and light along its far edge. */
function stone(canvas: Canvas, x: number, y: number, half: number): void {
  const { palette } = canvas;
  const top = mix(mix(palette.land[1], palette.land[2], 0.4), palette.sky[2], 0.3);
  const r = (from: number, to: number): number => half * canvas.between(from, to);
  const thick = half * 0.22;
  const outline = `M${n(x - half)} ${n(y)}C${n(x - r(0.95, 1.05))} ${n(y - half * 0.3)} ${n(x - r(0.4, 0.6))} ${n(y - half * 0.36)} ${n(x)} ${n(y - half * 0.34)}C${n(x + r(0.4, 0.6))} ${n(y - half * 0.38)} ${n(x + r(0.95, 1.1))} ${n(y - half * 0.24)} ${n(x + half)} ${n(y)}`;
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(y + thick * 1.7)}" rx="${n(half * 1.12)}" ry="${n(half * 0.32)}" fill="${palette.ink}" opacity=".4"/>` +
      `<path d="${outline}Q${n(x + half)} ${n(y + thick * 1.6)} ${n(x)} ${n(y + half * 0.24 + thick)}Q${n(x - half)} ${n(y + thick * 1.6)} ${n(x - half)} ${n(y)}Z" fill="${mix(palette.land[4], palette.ink, 0.3)}"/>` +
      `<path d="${outline}Q${n(x + half * 0.7)} ${n(y + half * 0.2)} ${n(x)} ${n(y + half * 0.2)}Q${n(x - half * 0.7)} ${n(y + half * 0.2)} ${n(x - half)} ${n(y)}Z" fill="${top}"/>` +
      `<path d="M${n(x - half * 0.7)} ${n(y - half * 0.25)}Q${n(x)} ${n(y - half * 0.4)} ${n(x + half * 0.7)} ${n(y - half * 0.25)}" fill="none" stroke="${palette.light}" stroke-width="${n(Math.max(1.5, half * 0.045))}" stroke-linecap="round" opacity=".75"/>`,
  );
  for (let i = 0; i < 5; i++) {
    const width = half * canvas.between(0.3, 0.7);
    brush(
      canvas,
      { x: x - half * 0.6 + canvas.random() * half * 0.6, y: y + half * canvas.between(-0.2, 0.12) },
      width,
      half * 0.05,
      i % 2 ? palette.light : palette.ink,
      0.14,
    );
  }
  for (const out of [1.3, 1.5])
    brush(canvas, { x: x - half * out, y: y + thick * 1.9 }, half * out * 2, 2 + half * 0.03, palette.light, 0.14);
}
