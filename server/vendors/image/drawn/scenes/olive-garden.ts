import { brush, disc, glow, mist, n, sky, stars, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow } from "../parts.ts";

export const oliveGarden: Scene = {
  alt: "Old olive trees in a garden, and a low light between them",
  moods: ["grief", "longing"],
  only: ["good-friday", "lent"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(400, 430);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 200, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 + side * canvas.between(0.03, 0.09)), y: horizon - canvas.between(50, 100) }, 32);
  hills(canvas, horizon, 3);
  meadow(canvas, horizon + 120, mix(palette.land[3], palette.land[2], 0.35), 12);
  mist(canvas, horizon + 150, 100, mix(palette.sky[3], palette.light, 0.2), 0.22);
  const trees = [
    [0.34, 590, 0.55],
    [0.68, 600, 0.6],
    [0.14, 690, 1],
    [0.87, 715, 1.12],
  ] as const;
  for (const [at, y, scale] of trees) olive(canvas, { x: WIDTH * at + canvas.between(-24, 24), y }, scale, at < 0.5 ? 1 : -1);
  rock(canvas, { x: WIDTH * (0.5 - side * canvas.between(0.02, 0.08)), y: 726 });
  foreground(canvas, 220, 80);
}

/** A hollow, twisted trunk of two strands, and a grey crown in clumps. */
function olive(canvas: Canvas, { x, y }: Point, scale: number, lightSide: number): void {
  const { palette } = canvas;
  const s = (value: number): number => value * scale;
  const bark = mix(palette.ink, palette.land[3], 0.42);
  const leaves = {
    dark: mix(palette.land[4], palette.ink, 0.2),
    light: mix(palette.land[1], palette.sky[2], 0.4),
    size: s(19),
    count: 95,
  };
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(y + 3)}" rx="${n(s(120))}" ry="${n(s(15))}" fill="${palette.ink}" opacity=".4"/>` +
      `<path d="M${n(x - s(76))} ${n(y + 4)}C${n(x - s(30))} ${n(y - s(40))} ${n(x - s(70))} ${n(y - s(110))} ${n(x - s(26))} ${n(y - s(160))}Q${n(x - s(90))} ${n(y - s(190))} ${n(x - s(150))} ${n(y - s(270))}l${n(s(20))} ${n(s(-8))}Q${n(x - s(60))} ${n(y - s(214))} ${n(x - s(4))} ${n(y - s(196))}Q${n(x - s(6))} ${n(y - s(260))} ${n(x + s(24))} ${n(y - s(330))}l${n(s(18))} ${n(s(6))}Q${n(x + s(24))} ${n(y - s(250))} ${n(x + s(34))} ${n(y - s(200))}Q${n(x + s(90))} ${n(y - s(220))} ${n(x + s(140))} ${n(y - s(290))}l${n(s(16))} ${n(s(10))}Q${n(x + s(110))} ${n(y - s(190))} ${n(x + s(44))} ${n(y - s(150))}C${n(x + s(70))} ${n(y - s(90))} ${n(x + s(20))} ${n(y - s(50))} ${n(x + s(84))} ${n(y + 4)}Q${n(x)} ${n(y - s(18))} ${n(x - s(76))} ${n(y + 4)}Z" fill="${bark}"/>` +
      `<path d="M${n(x - s(8))} ${n(y - s(6))}C${n(x + s(18))} ${n(y - s(50))} ${n(x - s(22))} ${n(y - s(90))} ${n(x + s(6))} ${n(y - s(140))}C${n(x + s(14))} ${n(y - s(90))} ${n(x + s(40))} ${n(y - s(50))} ${n(x + s(18))} ${n(y - s(6))}Z" fill="${palette.ink}" opacity=".6"/>` +
      `<path d="M${n(x + lightSide * s(44))} ${n(y - s(10))}C${n(x + lightSide * s(34))} ${n(y - s(60))} ${n(x + lightSide * s(52))} ${n(y - s(100))} ${n(x + lightSide * s(34))} ${n(y - s(150))}" stroke="${palette.light}" stroke-width="${n(s(5))}" fill="none" opacity=".3" stroke-linecap="round"/>`,
  );
  for (const [dx, dy, rx, ry] of [
    [-140, -290, 105, 62],
    [30, -350, 125, 72],
    [150, -300, 105, 64],
    [-50, -260, 80, 44],
    [80, -250, 80, 44],
  ] as const)
    crown(canvas, { x: x + s(dx), y: y + s(dy) }, s(rx), s(ry), leaves, lightSide);
}

/** A flat rock in the middle, with the light on it. */
function rock(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const stone = mix(palette.land[2], palette.sky[2], 0.3);
  glow(canvas, { x, y: y - 40 }, 260, palette.light, 0.22);
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(y + 6)}" rx="190" ry="20" fill="${palette.ink}" opacity=".45"/><path d="M${n(x - 170)} ${n(y + 8)}L${n(x - 140)} ${n(y - 50)}L${n(x - 60)} ${n(y - 84)}L${n(x + 70)} ${n(y - 78)}L${n(x + 150)} ${n(y - 40)}L${n(x + 176)} ${n(y + 8)}Q${n(x)} ${n(y + 26)} ${n(x - 170)} ${n(y + 8)}Z" fill="${mix(stone, palette.ink, 0.4)}"/>` +
      `<path d="M${n(x - 140)} ${n(y - 50)}L${n(x - 60)} ${n(y - 84)}L${n(x + 70)} ${n(y - 78)}L${n(x + 150)} ${n(y - 40)}L${n(x + 40)} ${n(y - 30)}Z" fill="${mix(stone, palette.light, 0.3)}"/>`,
  );
  for (let i = 0; i < 16; i++)
    brush(
      canvas,
      { x: x + canvas.between(-140, 80), y: y - canvas.between(-4, 74) },
      canvas.between(24, 70),
      5,
      i % 2 ? palette.light : palette.ink,
      0.15,
    );
}
