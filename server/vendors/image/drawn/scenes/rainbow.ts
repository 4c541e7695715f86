import { brush, glow, mist, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow, strokes, trunk } from "../parts.ts";

export const rainbow: Scene = {
  alt: "A rainbow over hills after rain, and pools in the grass that hold the sky",
  moods: ["hope", "gratitude", "peace"],
  themes: [
    "well-again",
    "new-beginnings",
    "good-news",
    "back-to-day-one",
    "after-harm",
    "temptation",
    "grace",
    "illness",
    "glad-for-another",
  ],
  draw,
};

const BANDS = ["#b4604f", "#cf9152", "#d9bf6a", "#86a06c", "#5f8f9c", "#6d6f99"];

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(430, 460);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  strokes(canvas, 12, {
    x: [-200, WIDTH - 300],
    y: [30, 190],
    width: [400, 900],
    height: [24, 56],
    colours: [mix(palette.sky[0], palette.land[2], 0.3)],
    opacity: [0.08, 0.2],
  });
  glow(canvas, { x: WIDTH * (0.5 - side * 0.36), y: horizon - 20 }, 560, palette.glow, 0.6);
  glow(canvas, { x: WIDTH * (0.5 - side * 0.36), y: horizon - 10 }, 190, palette.light, 0.7);
  const middle = { x: WIDTH * (0.5 + side * canvas.between(0.1, 0.16)), y: horizon + 150 };
  bow(canvas, middle, canvas.between(440, 490));
  hills(canvas, horizon, 3, 44);
  meadow(canvas, horizon + 130, mix(palette.land[2], palette.land[1], 0.25), 14);
  for (let i = 0; i < 3; i++) {
    const foot = {
      x: WIDTH * (0.5 - side * (0.1 + i * 0.13)) + canvas.between(-20, 20),
      y: horizon + 190 + canvas.between(-14, 20),
    };
    trunk(canvas, foot, 84, 9, mix(palette.ink, palette.land[4], 0.3));
    crown(
      canvas,
      { x: foot.x, y: foot.y - 112 },
      74,
      58,
      { dark: palette.land[4], light: mix(palette.land[1], palette.glow, 0.3), size: 16, count: 110 },
      -side,
    );
  }
  mist(canvas, horizon + 150, 90, mix(palette.sky[3], palette.light, 0.4), 0.24);
  for (const [dx, y, half] of [
    [0.3, 668, 90],
    [0.66, 716, 170],
    [0.22, 778, 220],
    [0.84, 806, 150],
  ] as const)
    pool(canvas, { x: WIDTH * (side > 0 ? dx : 1 - dx), y }, half);
  foreground(canvas, 260, 100);
}

/** Soft bands, and a fainter arch of light inside them. */
function bow(canvas: Canvas, { x, y }: Point, radius: number): void {
  const { palette } = canvas;
  const width = 11;
  const arc = (r: number): string => `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y)}`;
  canvas.add(`<path d="${arc(radius - 40)}Z" fill="${palette.light}" opacity=".1"/>`);
  BANDS.forEach((colour, i) =>
    canvas.add(
      `<path d="${arc(radius - i * width)}" fill="none" stroke="${mix(colour, palette.light, 0.3)}" stroke-width="${width + 7}" opacity=".2"/><path d="${arc(radius - i * width)}" fill="none" stroke="${mix(colour, palette.light, 0.18)}" stroke-width="${width}" opacity=".3"/>`,
    ),
  );
}

function pool(canvas: Canvas, { x, y }: Point, half: number): void {
  const { palette } = canvas;
  const parts = [0, -0.45, 0.4].map((dx, i) => ({
    x: x + dx * half,
    y: y + (i - 1) * half * 0.025,
    rx: half * (i ? 0.55 : 0.8),
    ry: half * (i ? 0.06 : 0.085),
  }));
  const ellipses = (grow: number): string =>
    parts.map((p) => `<ellipse cx="${n(p.x)}" cy="${n(p.y)}" rx="${n(p.rx + grow)}" ry="${n(p.ry + grow * 0.5)}"/>`).join("");
  canvas.add(
    `<g fill="${palette.land[4]}" opacity=".55" transform="translate(0 -2)">${ellipses(5)}</g><g fill="${mix(palette.sky[0], palette.sky[1], 0.4)}">${ellipses(0)}</g>`,
  );
  for (let i = 0; i < 12; i++)
    brush(
      canvas,
      { x: x + canvas.between(-0.7, 0.2) * half, y: y + canvas.between(-0.05, 0.05) * half },
      half * canvas.between(0.2, 0.5),
      3,
      i % 2 ? palette.light : palette.sky[1],
      0.4,
    );
}
