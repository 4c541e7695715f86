import { glow, land, mist, n, sky, skyline, stars, texture, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const mountain: Scene = {
  alt: "A high mountain above mist, its peak catching the light",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: [
    "anxiety",
    "doubt",
    "depression",
    "anger",
    "temptation",
    "decisions",
    "injustice",
    "fear-and-courage",
    "prayer",
    "the-creed",
  ],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = 560;
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 260, 480);
  const peak = { x: WIDTH * canvas.between(0.38, 0.62), y: canvas.between(150, 205) };
  glow(canvas, { x: peak.x + 60, y: peak.y + 30 }, 520, palette.glow, 0.5);
  land(canvas, skyline(canvas, 500, 46, 0.9), palette.land[0], palette.sky[3], 0.5);
  massif(canvas, peak, 640);
  mist(canvas, 600, 230, mix(palette.sky[3], palette.light, 0.35), 0.7);
  [2, 3, 4].forEach((i) => {
    const base = 600 + (i - 2) * 92;
    const line = skyline(canvas, base, 34 + i * 8, 0.7);
    land(canvas, line, palette.land[i] ?? palette.ink, palette.land[i - 1] ?? palette.ink, 0.4);
    texture(canvas, line, mix(palette.land[i] ?? palette.ink, palette.light, 0.25), 30, 90, 0.12);
    if (i < 4) mist(canvas, base + 74, 90, palette.sky[3], 0.18);
  });
}

/** The mountain: a shadowed side, a lit side, and faces of snow that follow its ridge. */
function massif(canvas: Canvas, peak: Point, foot: number): void {
  const { palette } = canvas;
  const left = ridge(canvas, peak, { x: peak.x - canvas.between(520, 640), y: foot });
  const right = ridge(canvas, peak, { x: peak.x + canvas.between(520, 660), y: foot });
  const spine = ridge(canvas, peak, { x: peak.x + canvas.between(30, 120), y: foot }, 26);
  const outline = (a: Point[], b: Point[]): string =>
    `M${[...a, ...b.toReversed()].map((p) => `${n(p.x)} ${n(p.y)}`).join("L")}Z`;
  canvas.add(`<path d="${outline(left, spine)}" fill="${palette.land[2]}"/>`);
  canvas.add(`<path d="${outline(spine, right)}" fill="${mix(palette.land[1], palette.light, 0.2)}"/>`);
  const snow = mix(palette.light, palette.sky[2], 0.18);
  for (let i = 0; i < 34; i++) {
    const t = canvas.random() ** 1.5 * 0.62;
    const lit = canvas.random() < 0.66;
    const edge = lit ? right : left;
    const from = spine[Math.floor(t * (spine.length - 1))];
    const to = edge[Math.floor(t * (edge.length - 1))];
    if (!from || !to) continue;
    const reach = canvas.between(0.05, 0.75);
    const x = from.x + (to.x - from.x) * reach;
    const y = from.y + (to.y - from.y) * reach;
    const length = canvas.between(30, 120) * (1 - t);
    const lean = lit ? 0.75 : -0.75;
    canvas.add(
      `<path d="M${n(x)} ${n(y)}l${n(length * lean)} ${n(length)}l${n(-length * lean * 0.35)} ${n(-length * 0.1)}Z" fill="${lit ? snow : mix(palette.land[1], snow, 0.35)}" opacity="${(lit ? 0.5 : 0.28) * (1.1 - t)}"/>`,
    );
  }
  const cap = canvas.between(70, 100);
  canvas.add(
    `<path d="M${n(peak.x)} ${n(peak.y)}l${n(cap * 0.95)} ${n(cap)}l${n(-cap * 0.45)} ${n(-cap * 0.18)}l${n(-cap * 0.2)} ${n(cap * 0.42)}l${n(-cap * 0.28)} ${n(-cap * 0.5)}Z" fill="${palette.light}" opacity=".92"/>`,
  );
}

function ridge(canvas: Canvas, from: Point, to: Point, jitter = 16): Point[] {
  const steps = 22;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const wander = i === 0 ? 0 : canvas.between(-jitter, jitter);
    return { x: from.x + (to.x - from.x) * t ** 0.92 + wander, y: from.y + (to.y - from.y) * t ** 1.12 + wander * 0.4 };
  });
}
