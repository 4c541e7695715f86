import { glow, HEIGHT, land, mist, n, sky, skyline, stars, texture, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const lampWindow: Scene = {
  alt: "A small house in the fields, one window lit by a lamp",
  dim: true,
  moods: ["grief", "fear", "longing", "peace"],
  themes: ["forgiveness", "grief", "loneliness", "marriage", "child-loss", "infertility", "divorce", "depression", "caregiving"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(450, 500);
  sky(canvas, horizon);
  stars(canvas, palette.night ? 260 : 40, horizon * 0.8);
  [0, 1, 2].forEach((i) =>
    land(
      canvas,
      skyline(canvas, horizon - 6 + i * 40, 40 - i * 6, 0.5),
      palette.land[i] ?? palette.ink,
      palette.sky[3],
      0.3 - i * 0.08,
    ),
  );
  mist(canvas, horizon + 70, 90, mix(palette.sky[3], palette.sky[2], 0.5), 0.35);
  const ground = skyline(canvas, 640, 12, 0.4);
  land(canvas, ground, palette.land[3], palette.land[4], 0.9);
  texture(canvas, ground, mix(palette.land[3], palette.light, 0.18), 80, 220, 0.16);
  house(canvas, WIDTH * canvas.between(0.3, 0.58), 668, canvas.between(0.92, 1.15));
}

function house(canvas: Canvas, x: number, floor: number, scale: number): void {
  const { palette } = canvas;
  const s = (value: number): number => value * scale;
  const wall = mix(palette.ink, palette.land[3], 0.42);
  const side = mix(palette.ink, palette.land[3], 0.2);
  const roof = mix(palette.ink, palette.land[4], 0.25);
  const window = { x: x + s(64), y: floor - s(118), width: s(54), height: s(66) };
  const middle = { x: window.x + window.width / 2, y: window.y + window.height / 2 };
  // The light of the window, in the air and on the ground.
  glow(canvas, middle, s(430), palette.glow, 0.5);
  canvas.add(
    `<path d="M${n(x + s(230))} ${n(floor)}l${n(s(150))} ${n(s(4))}l0 ${n(-s(150))}l${n(-s(72))} ${n(-s(92))}l${n(-s(78))} ${n(s(86))}Z" fill="${side}"/>` +
      `<rect x="${n(x)}" y="${n(floor - s(150))}" width="${n(s(230))}" height="${n(s(152))}" fill="${wall}"/>` +
      `<path d="M${n(x - s(20))} ${n(floor - s(144))}L${n(x + s(58))} ${n(floor - s(238))}L${n(x + s(310))} ${n(floor - s(238))}L${n(x + s(236))} ${n(floor - s(144))}Z" fill="${roof}"/>` +
      `<rect x="${n(x + s(84))}" y="${n(floor - s(282))}" width="${n(s(30))}" height="${n(s(64))}" fill="${roof}"/>`,
  );
  for (let i = 0; i < 9; i++) {
    const y = floor - s(232) + i * s(10);
    canvas.add(
      `<path d="M${n(x + s(52 - i * 8))} ${n(y)}h${n(s(252))}" stroke="${mix(roof, palette.sky[2], 0.25)}" stroke-width="1.4" opacity=".35"/>`,
    );
  }
  canvas.add(
    `<rect x="${n(window.x)}" y="${n(window.y)}" width="${n(window.width)}" height="${n(window.height)}" rx="2" fill="${palette.light}"/>` +
      `<path d="M${n(middle.x)} ${n(window.y)}v${n(window.height)}M${n(window.x)} ${n(middle.y - s(4))}h${n(window.width)}" stroke="${wall}" stroke-width="${n(s(5))}"/>` +
      `<rect x="${n(window.x - s(5))}" y="${n(window.y + window.height)}" width="${n(window.width + s(10))}" height="${n(s(6))}" fill="${mix(wall, palette.light, 0.3)}"/>` +
      `<rect x="${n(x + s(158))}" y="${n(floor - s(96))}" width="${n(s(40))}" height="${n(s(98))}" fill="${roof}"/>`,
  );
  glow(canvas, middle, s(86), palette.light, 0.75);
  const spill = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.glow}" stop-opacity=".34"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></linearGradient>`,
  );
  canvas.add(
    `<path d="M${n(window.x - s(6))} ${n(floor + s(2))}L${n(window.x - s(70))} ${HEIGHT}h${n(s(240))}L${n(window.x + window.width + s(14))} ${n(floor + s(2))}Z" fill="url(#${spill})"/>`,
  );
  // Smoke, straight up: the night is still.
  for (let i = 0; i < 7; i++) {
    canvas.add(
      `<ellipse cx="${n(x + s(99) + canvas.between(-4, 4) * i)}" cy="${n(floor - s(296) - i * s(22))}" rx="${n(s(7 + i * 4))}" ry="${n(s(13 + i * 2))}" fill="${palette.sky[3]}" opacity="${(0.2 - i * 0.024).toFixed(3)}"/>`,
    );
  }
}
