import { disc, HEIGHT, land, mist, n, sky, skyline, texture, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const wheat: Scene = {
  alt: "Ears of wheat in the foreground of a wide field, the sun low behind them",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["work-and-worth", "gratitude", "new-beginnings", "growing-old", "pride-and-humility", "envy", "praise", "new-life"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(430, 480);
  sky(canvas, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.3, 0.7), y: horizon - canvas.between(20, 60) }, canvas.between(34, 44));
  land(canvas, skyline(canvas, horizon, 24, 0.5), palette.land[1], palette.sky[3], 0.5);
  mist(canvas, horizon + 20, 70, palette.light, 0.3);
  const field = skyline(canvas, horizon + 36, 8, 0.2);
  const gold = mix(palette.land[1], palette.glow, 0.45);
  land(canvas, field, gold, mix(palette.land[3], palette.glow, 0.16), 0.9);
  texture(canvas, field, palette.light, 70, 240, 0.12);
  texture(canvas, field, palette.land[3], 90, 330, 0.16);
  // Rows of ears, larger and darker as they come nearer; the light is behind them.
  for (let row = 0; row < 7; row++) {
    const t = row / 6;
    const ground = horizon + 96 + t * t * (HEIGHT + 150 - horizon);
    const count = Math.round(92 - t * 64);
    for (let i = 0; i < count; i++) {
      const x = ((i + canvas.random()) / count) * (WIDTH + 160) - 80;
      ear(
        canvas,
        x,
        ground + canvas.between(-14, 14),
        44 + t * t * 470 + canvas.between(-10, 24 + t * 110),
        3 + t * 21,
        mix(mix(gold, palette.light, 0.3), palette.ink, 0.06 + t * 0.66),
      );
    }
    if (row < 4) mist(canvas, ground - 10, 40 + row * 14, palette.glow, 0.1);
  }
}

function ear(canvas: Canvas, x: number, ground: number, height: number, size: number, colour: string): void {
  const lean = canvas.between(-0.16, 0.22) * height;
  const [tx, ty] = [x + lean, ground - height];
  let grains = "";
  const count = 7;
  const angle = Math.atan2(lean, height) * 0.9;
  for (let i = 0; i < count; i++) {
    const along = i * size * 0.62;
    for (const side of [-1, 1]) {
      const gx = tx + Math.sin(angle) * along + side * size * 0.36;
      const gy = ty - Math.cos(angle) * along;
      grains += `<ellipse cx="${n(gx)}" cy="${n(gy)}" rx="${n(size * 0.27)}" ry="${n(size * 0.58)}" transform="rotate(${n((angle * 180) / Math.PI + side * 24)} ${n(gx)} ${n(gy)})"/>`;
    }
  }
  const beard =
    size > 7
      ? `<path d="M${n(tx + Math.sin(angle) * size * 4)} ${n(ty - size * 4)}l${n(-size * 0.5)} ${n(-size * 2.4)}m${n(size * 0.5)} ${n(size * 2.4)}l${n(size * 0.7)} ${n(-size * 2.5)}" stroke-width="${n(size * 0.08)}"/>`
      : "";
  canvas.add(
    `<g fill="${colour}" stroke="${colour}" stroke-width="0"><path d="M${n(x)} ${n(ground)}Q${n(x + lean * 0.15)} ${n(ground - height * 0.6)} ${n(tx)} ${n(ty)}" fill="none" stroke-width="${n(Math.max(1, size * 0.17))}"/>${grains}${beard}</g>`,
  );
}
