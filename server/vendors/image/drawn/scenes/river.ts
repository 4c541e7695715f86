import {
  brush,
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

export const river: Scene = {
  alt: "A river winding out of a valley, bright with the light of the sky",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["teenage-years", "forgiveness", "anxiety", "marriage", "guilt-and-shame", "divorce", "addiction", "anger"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(390, 430);
  const source = { x: WIDTH * canvas.between(0.42, 0.6), y: horizon + 40 };
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 220, horizon);
  glow(canvas, { x: source.x, y: horizon - 30 }, 520, palette.glow, 0.7);
  glow(canvas, { x: source.x, y: horizon - 20 }, 150, palette.light, 0.8);
  valley(canvas, horizon, source.x);
  mist(canvas, horizon + 40, 90, mix(palette.sky[3], palette.light, 0.5), 0.5);
  const meadow = skyline(canvas, horizon + 56, 8, 0.3);
  land(canvas, meadow, palette.land[2], palette.land[4], 0.85);
  texture(canvas, meadow, mix(palette.land[2], palette.light, 0.26), 100, 380, 0.14);
  water(canvas, source);
  reeds(canvas);
}

/** Hills from both sides, which leave a gap where the river comes from. */
function valley(canvas: Canvas, horizon: number, gap: number): void {
  const { palette } = canvas;
  [0, 1, 2].forEach((i) => {
    const line = skyline(canvas, horizon + 6, 26, 0.8).map((point) => {
      const away = Math.min(1, Math.abs(point.x - gap) / 760);
      return { x: point.x, y: point.y - away ** 1.2 * (190 - i * 26) + i * 32 };
    });
    land(canvas, line, palette.land[i] ?? palette.ink, palette.sky[3], 0.5 - i * 0.12);
    texture(canvas, line, mix(palette.land[i] ?? palette.ink, palette.light, 0.3), 16, 90, 0.12);
  });
}

function water(canvas: Canvas, source: Point): void {
  const { palette } = canvas;
  const swing = canvas.between(190, 290) * (canvas.random() < 0.5 ? 1 : -1);
  const middle = (t: number): Point => ({
    x: source.x + Math.sin(t * Math.PI * 2.6) * swing * t ** 0.75 * (1 - t * 0.25) + (WIDTH * 0.5 - source.x) * t,
    y: source.y + (HEIGHT + 50 - source.y) * t ** 1.4,
  });
  const half = (t: number): number => 3 + 240 * t ** 2.05;
  const bank = (side: number): Point[] =>
    Array.from({ length: 49 }, (_, i) => ({ x: middle(i / 48).x + side * half(i / 48), y: middle(i / 48).y }));
  const shape = `M${[...bank(-1), ...bank(1).toReversed()].map((p) => `${n(p.x)} ${n(p.y)}`).join("L")}Z`;
  const fill = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.light}"/><stop offset=".28" stop-color="${palette.sky[3]}"/><stop offset=".62" stop-color="${palette.sky[2]}"/><stop offset="1" stop-color="${mix(palette.sky[0], palette.ink, 0.2)}"/></linearGradient>`,
  );
  const clip = canvas.define((id) => `<clipPath id="${id}"><path d="${shape}"/></clipPath>`);
  canvas.add(
    `<path d="${shape}" fill="${palette.land[4]}" transform="translate(0 5)" opacity=".6"/><path d="${shape}" fill="url(#${fill})"/><g clip-path="url(#${clip})">`,
  );
  for (let i = 0; i < 120; i++) {
    const t = canvas.random();
    const at = middle(t);
    const reach = half(t);
    const light = canvas.random() < 0.6;
    brush(
      canvas,
      { x: at.x + canvas.between(-reach, reach * 0.7), y: at.y },
      10 + reach * canvas.between(0.3, 0.9),
      1 + t * 5,
      light ? palette.light : palette.ink,
      light ? 0.3 * (1 - t * 0.5) : 0.12,
    );
  }
  canvas.add("</g>");
}

function reeds(canvas: Canvas): void {
  const { palette } = canvas;
  const side = canvas.random() < 0.5 ? 0 : 1;
  let stems = "";
  for (let i = 0; i < 60; i++) {
    const x = side * WIDTH + (side ? -1 : 1) * canvas.random() ** 1.4 * 380;
    const height = canvas.between(90, 250);
    const lean = canvas.between(-26, 26);
    stems += `<path d="M${n(x)} ${HEIGHT + 6}q${n(lean * 0.2)} ${n(-height * 0.6)} ${n(lean)} ${n(-height)}" stroke-width="${n(canvas.between(2, 4.4))}"/>`;
    if (canvas.random() < 0.4) stems += `<path d="M${n(x + lean)} ${n(HEIGHT + 10 - height)}v-38" stroke-width="9"/>`;
  }
  canvas.add(`<g fill="none" stroke="${mix(palette.ink, palette.land[4], 0.35)}" stroke-linecap="round">${stems}</g>`);
}
