import {
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

export const path: Scene = {
  alt: "A path winding through open country towards a light at the horizon",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: [
    "child-far-from-faith",
    "forgiveness",
    "grief",
    "work-and-worth",
    "parenting",
    "doubt",
    "hope-and-waiting",
    "divorce",
    "back-in-church",
  ],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(395, 440);
  const end: Point = { x: WIDTH * canvas.between(0.42, 0.62), y: horizon + 26 };
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 240, horizon);
  glow(canvas, { x: end.x, y: horizon - 4 }, 560, palette.glow, 0.75);
  glow(canvas, { x: end.x, y: horizon }, 190, palette.light, 0.85);
  land(canvas, skyline(canvas, horizon - 4, 30, 0.6), palette.land[0], palette.sky[3], 0.4);
  mist(canvas, horizon + 24, 84, mix(palette.sky[3], palette.light, 0.4), 0.5);
  const ground = skyline(canvas, horizon + 34, 10, 0.3);
  land(canvas, ground, mix(palette.land[1], palette.land[2], 0.4), palette.land[3], 0.85);
  texture(canvas, ground, mix(palette.land[1], palette.light, 0.3), 90, 420, 0.14);
  texture(canvas, ground, palette.land[4], 90, 440, 0.2);
  road(canvas, end);
  mist(canvas, horizon + 60, 70, palette.light, 0.16);
  grass(canvas);
}

function road(canvas: Canvas, end: Point): void {
  const { palette } = canvas;
  const swing = canvas.between(120, 220) * (canvas.random() < 0.5 ? 1 : -1);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 40; i++) {
    const t = i / 40;
    const y = end.y + (HEIGHT + 30 - end.y) * t ** 1.35;
    const x = end.x + (WIDTH * 0.5 - end.x) * t + Math.sin(t * Math.PI * 2.1) * swing * t ** 0.8;
    const half = 2 + 190 * t ** 1.9;
    left.push({ x: x - half, y });
    right.push({ x: x + half, y });
  }
  const path = `M${[...left, ...right.toReversed()].map((p) => `${n(p.x)} ${n(p.y)}`).join("L")}Z`;
  const fill = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.light}"/><stop offset=".3" stop-color="${mix(palette.glow, palette.land[1], 0.5)}"/><stop offset="1" stop-color="${mix(palette.land[2], palette.land[1], 0.35)}"/></linearGradient>`,
  );
  canvas.add(`<path d="${path}" fill="url(#${fill})"/>`);
  for (let i = 0; i < 70; i++) {
    const at = Math.floor(canvas.random() ** 0.7 * 40);
    const [a, b] = [left[at], right[at]];
    if (!a || !b) continue;
    const x = a.x + (b.x - a.x) * canvas.between(0.08, 0.75);
    canvas.add(
      `<ellipse cx="${n(x)}" cy="${n(a.y)}" rx="${n((b.x - a.x) * canvas.between(0.04, 0.16))}" ry="${n(1 + at * 0.12)}" fill="${canvas.random() < 0.5 ? palette.light : palette.land[3]}" opacity=".12"/>`,
    );
  }
}

function grass(canvas: Canvas): void {
  const { palette } = canvas;
  let blades = "";
  for (let i = 0; i < 300; i++) {
    const side = canvas.random() < 0.5;
    const x = side ? canvas.between(-20, WIDTH * 0.3) : canvas.between(WIDTH * 0.7, WIDTH + 20);
    const near = Math.abs(x - WIDTH / 2) / (WIDTH / 2);
    const height = canvas.between(20, 110) * near;
    const lean = canvas.between(-22, 22);
    const y = HEIGHT + 8;
    blades += `<path d="M${n(x)} ${y}q${n(lean * 0.3)} ${n(-height * 0.6)} ${n(lean)} ${n(-height)}q${n(-lean * 0.3 + 3)} ${n(height * 0.5)} ${n(-lean + 4)} ${n(height)}Z" opacity="${canvas.between(0.5, 1).toFixed(2)}"/>`;
  }
  canvas.add(`<g fill="${mix(palette.ink, palette.land[4], 0.5)}">${blades}</g>`);
}
