import { disc, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow, trunk } from "../parts.ts";

export const almondTree: Scene = {
  alt: "An almond tree in blossom on a bare hill",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["hope-and-waiting", "infertility", "sober-today", "back-to-day-one", "new-beginnings", "easter", "growing-old"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(430, 470);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 - side * canvas.between(0.18, 0.28)), y: horizon - canvas.between(30, 80) }, 32);
  hills(canvas, horizon, 3);
  meadow(canvas, 640, mix(mix(palette.land[2], palette.glow, 0.16), palette.land[1], 0.2), 16);
  const foot = { x: WIDTH * (0.5 + side * canvas.between(0.06, 0.14)), y: 716 };
  const blossom = mix(mix(palette.light, "#e6a3a3", 0.26), palette.sky[3], 0.1);
  stones(canvas, foot);
  trunk(canvas, foot, 270, 26, mix(palette.ink, palette.land[3], 0.25));
  const leaves = (light: string, count: number) => ({ dark: mix(blossom, palette.land[3], 0.5), light, size: 12, count });
  for (const [dx, dy, rx, ry] of [
    [-150, -310, 130, 76],
    [140, -320, 140, 80],
    [0, -400, 170, 100],
    [-30, -290, 110, 60],
  ] as const)
    crown(canvas, { x: foot.x + dx, y: foot.y + dy }, rx * canvas.between(0.9, 1.1), ry, leaves(blossom, 190), -side);
  fallen(canvas, foot, blossom);
  foreground(canvas, 170, 70);
}

function stones(canvas: Canvas, foot: Point): void {
  const { palette } = canvas;
  for (let i = 0; i < 16; i++) {
    const size = canvas.between(8, 30);
    const [x, y] = [foot.x + canvas.between(-620, 620), canvas.between(690, 800)];
    const stone = mix(palette.land[2], palette.sky[2], 0.3);
    canvas.add(
      `<ellipse cx="${n(x + 4)}" cy="${n(y + size * 0.4)}" rx="${n(size * 1.1)}" ry="${n(size * 0.2)}" fill="${palette.ink}" opacity=".35"/>` +
        `<path d="M${n(x - size)} ${n(y + size * 0.45)}q${n(size * 0.1)} ${n(-size * 0.9)} ${n(size * 0.9)} ${n(-size)}q${n(size)} ${n(size * 0.1)} ${n(size * 1.1)} ${n(size)}Z" fill="${mix(stone, palette.ink, 0.2)}"/>` +
        `<path d="M${n(x - size * 0.7)} ${n(y - size * 0.1)}q${n(size * 0.3)} ${n(-size * 0.4)} ${n(size * 0.7)} ${n(-size * 0.4)}" stroke="${palette.light}" stroke-width="2.4" fill="none" opacity=".4"/>`,
    );
  }
}

function fallen(canvas: Canvas, foot: Point, colour: string): void {
  let dots = "";
  for (let i = 0; i < 190; i++) {
    const away = canvas.between(-1, 1) * canvas.random() * 420;
    dots += `<ellipse cx="${n(foot.x + away)}" cy="${n(foot.y + canvas.between(-14, 80))}" rx="${n(canvas.between(2, 4.6))}" ry="2" fill-opacity="${canvas.between(0.4, 0.9).toFixed(2)}"/>`;
  }
  canvas.add(`<g fill="${colour}">${dots}</g>`);
}
