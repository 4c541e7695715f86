import {
  brush,
  glow,
  HEIGHT,
  land,
  mist,
  n,
  sky,
  skyline,
  texture,
  WIDTH,
  type Canvas,
  type Point,
  type Scene,
} from "../canvas.ts";
import { mix } from "../palette.ts";

export const openTomb: Scene = {
  alt: "A garden with an open tomb in the rock, its stone rolled aside and light in the doorway",
  moods: ["hope"],
  only: ["easter", "after-death"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(430, 470);
  sky(canvas, horizon);
  glow(canvas, { x: WIDTH * 0.16, y: horizon }, 520, palette.light, 0.6);
  [0, 1, 2].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 36, 36, 0.35), palette.land[i] ?? palette.ink, palette.sky[3], 0.4 - i * 0.1),
  );
  mist(canvas, horizon + 96, 130, mix(palette.sky[3], palette.light, 0.4), 0.4);
  const door = { x: WIDTH * canvas.between(0.6, 0.7), y: 700 };
  rock(canvas, door);
  doorway(canvas, door);
  const ground = skyline(canvas, 704, 8, 0.3);
  land(canvas, ground, mix(palette.land[2], palette.land[3], 0.4), palette.land[3], 0.9);
  spill(canvas, door);
  texture(canvas, ground, mix(palette.land[2], palette.light, 0.4), 120, 150, 0.2);
  stone(canvas, { x: door.x + 218, y: 636 }, 108);
  flowers(canvas);
}

function rock(canvas: Canvas, door: Point): void {
  const { palette } = canvas;
  const face = mix(palette.land[2], palette.land[3], 0.5);
  const edge: Point[] = [
    { x: door.x - 430, y: 720 },
    { x: door.x - 360, y: 600 },
    { x: door.x - 300, y: 470 },
    { x: door.x - 180, y: 372 },
    { x: door.x - 20, y: 330 },
    { x: door.x + 170, y: 300 },
    { x: door.x + 380, y: 250 },
    { x: WIDTH + 80, y: 210 },
  ];
  land(canvas, edge, face, palette.land[4], 0.75);
  for (let i = 0; i < 60; i++) {
    const at = { x: canvas.between(door.x - 330, WIDTH), y: canvas.between(370, 690) };
    if (at.y < 640 - (at.x - door.x + 430) * 0.62) continue;
    const colour = canvas.random() < 0.5 ? mix(face, palette.light, 0.3) : mix(face, palette.ink, 0.5);
    brush(canvas, at, canvas.between(50, 190), canvas.between(4, 15), colour, canvas.between(0.08, 0.22));
  }
}

const DOOR = { width: 148, height: 214 };

function doorway(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const { width, height } = DOOR;
  const arch = (grow: number): string =>
    `M${n(x - width / 2 - grow)} ${n(y + 12)}V${n(y - height + width * 0.4)}Q${n(x - width / 2 - grow)} ${n(y - height - grow)} ${n(x)} ${n(y - height - grow)}Q${n(x + width / 2 + grow)} ${n(y - height - grow)} ${n(x + width / 2 + grow)} ${n(y - height + width * 0.4)}V${n(y + 12)}Z`;
  const inside = canvas.define(
    (id) =>
      `<radialGradient id="${id}" cx=".5" cy=".62" r=".7"><stop offset="0" stop-color="${palette.light}"/><stop offset=".55" stop-color="${palette.glow}"/><stop offset="1" stop-color="${mix(palette.glow, palette.ink, 0.7)}"/></radialGradient>`,
  );
  canvas.add(
    `<path d="${arch(13)}" fill="${mix(palette.land[4], palette.ink, 0.4)}"/><path d="${arch(0)}" fill="url(#${inside})"/>`,
  );
  glow(canvas, { x, y: y - height * 0.4 }, 300, palette.light, 0.5);
}

/** The light from the door on the ground. */
function spill(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const fade = canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.light}" stop-opacity=".6"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/></linearGradient>`,
  );
  canvas.add(
    `<path d="M${n(x - DOOR.width / 2)} ${n(y + 8)}L${n(x - 250)} ${HEIGHT}H${n(x + 120)}L${n(x + DOOR.width / 2)} ${n(y + 8)}Z" fill="url(#${fade})"/>`,
  );
}

function stone(canvas: Canvas, { x, y }: Point, radius: number): void {
  const { palette } = canvas;
  const colour = mix(palette.land[2], palette.sky[1], 0.45);
  canvas.add(
    `<ellipse cx="${n(x + 8)}" cy="${n(y + radius)}" rx="${n(radius * 1.05)}" ry="15" fill="${palette.ink}" opacity=".35"/>` +
      `<circle cx="${n(x + 14)}" cy="${n(y)}" r="${n(radius)}" fill="${mix(colour, palette.ink, 0.5)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${colour}"/>`,
  );
  for (let i = 0; i < 12; i++) {
    const at = { x: x + canvas.between(-0.75, 0.25) * radius, y: y + canvas.between(-0.66, 0.66) * radius };
    brush(canvas, at, canvas.between(20, 54), canvas.between(3, 8), mix(colour, i % 2 ? palette.light : palette.ink, 0.35), 0.24);
  }
}

/** Lilies at the near edge, small against the rock. */
function flowers(canvas: Canvas): void {
  const { palette } = canvas;
  for (let i = 0; i < 26; i++) {
    const x = canvas.between(20, WIDTH * 0.52);
    const y = canvas.between(742, 850);
    const height = canvas.between(26, 58);
    canvas.add(
      `<path d="M${n(x)} ${n(y)}q${n(canvas.between(-6, 6))} ${n(-height / 2)} 0 ${n(-height)}" stroke="${mix(palette.land[4], palette.ink, 0.2)}" stroke-width="2.4" fill="none"/>` +
        `<path d="M${n(x)} ${n(y - height + 3)}q-10 -4 -7 -15q4 6 7 5q3 1 7 -5q3 11 -7 15Z" fill="${mix(palette.light, "#ffffff", 0.4)}"/>`,
    );
  }
}
