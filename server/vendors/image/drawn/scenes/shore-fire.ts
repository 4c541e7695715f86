import { brush, glow, HEIGHT, land, mist, n, sky, skyline, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { boat, quad, strokes, water } from "../parts.ts";

export const shoreFire: Scene = {
  alt: "A fire of coals on the shore with bread and fish beside it, and a boat coming in over the lake",
  moods: ["hope"],
  only: ["easter", "after-death"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(370, 410);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  const light = { x: WIDTH * (0.5 + side * canvas.between(0.12, 0.2)), y: horizon - 10 };
  glow(canvas, light, 600, palette.glow, 0.65);
  glow(canvas, light, 200, palette.light, 0.85);
  [0, 1].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 14, 46 - i * 20, 0.5), palette.land[i] ?? palette.ink, palette.sky[3], 0.4),
  );
  water(canvas, horizon + 42, 720, light.x, 0.8);
  mist(canvas, horizon + 44, 70, mix(palette.sky[3], palette.light, 0.4), 0.5);
  const at = { x: WIDTH * (0.5 + side * canvas.between(0.2, 0.28)), y: horizon + 150 };
  for (let i = 0; i < 14; i++)
    brush(canvas, { x: at.x - 90 + canvas.between(-8, 8), y: at.y + 2 + i * 7 }, 180 - i * 9, 4, palette.ink, 0.24 - i * 0.014);
  boat(canvas, at, 210, mix(palette.land[4], palette.glow, 0.15), 220);
  shore(canvas, side);
  fire(canvas, { x: WIDTH * (0.5 - side * canvas.between(0.1, 0.2)), y: 752 }, side);
}

function shore(canvas: Canvas, side: number): void {
  const { palette } = canvas;
  const sand = mix(mix(palette.land[2], palette.glow, 0.3), palette.sky[2], 0.15);
  const line = skyline(canvas, 664, 6, 0.3).map(({ x, y }) => ({ x, y: y + side * (x - WIDTH / 2) * 0.07 }));
  land(
    canvas,
    line.map(({ x, y }) => ({ x, y: y - 9 })),
    mix(palette.sky[3], palette.light, 0.4),
    sand,
    0.2,
  );
  land(canvas, line, mix(sand, palette.ink, 0.18), sand, 0.6);
  strokes(canvas, 130, {
    x: [-100, WIDTH],
    y: [720, HEIGHT],
    width: [40, 180],
    height: [2, 6],
    colours: [palette.light, palette.land[4]],
    opacity: 0.13,
  });
  for (let i = 0; i < 30; i++) {
    const size = canvas.between(4, 14);
    canvas.add(
      `<ellipse cx="${n(canvas.between(0, WIDTH))}" cy="${n(canvas.between(760, 856))}" rx="${n(size)}" ry="${n(size * 0.5)}" fill="${mix(palette.land[3], palette.ink, canvas.between(0.1, 0.4))}"/>`,
    );
  }
}

/** Coals in a ring of stones, small flames, smoke, and what is laid beside them. */
function fire(canvas: Canvas, { x, y }: Point, side: number): void {
  const { palette } = canvas;
  const stone = mix(palette.land[3], palette.ink, 0.3);
  glow(canvas, { x, y: y - 20 }, 330, palette.glow, 0.6);
  for (let i = 0; i < 8; i++)
    canvas.add(
      `<ellipse cx="${n(x + canvas.between(-8, 8) + side * i * 6)}" cy="${n(y - 90 - i * 34)}" rx="${n(9 + i * 5)}" ry="${n(20 + i * 4)}" fill="${palette.sky[3]}" opacity="${(0.2 - i * 0.022).toFixed(3)}"/>`,
    );
  canvas.add(`<ellipse cx="${n(x)}" cy="${n(y + 4)}" rx="112" ry="26" fill="${palette.ink}" opacity=".6"/>`);
  for (let i = 0; i < 34; i++) {
    const angle = canvas.between(0, Math.PI * 2);
    const r = canvas.random() ** 0.6;
    canvas.add(
      `<ellipse cx="${n(x + Math.cos(angle) * 82 * r)}" cy="${n(y - 4 + Math.sin(angle) * 17 * r)}" rx="${n(canvas.between(8, 15))}" ry="${n(canvas.between(5, 8))}" fill="${mix("#c2562c", canvas.random() < 0.4 ? palette.light : palette.ink, canvas.between(0.1, 0.5))}"/>`,
    );
  }
  for (const [dx, size] of [
    [-34, 26],
    [-8, 40],
    [22, 32],
    [44, 20],
  ] as const) {
    const tongue = (s: number, colour: string): string =>
      `<path d="M${n(x + dx)} ${n(y - s * 1.8)}C${n(x + dx + s * 0.2)} ${n(y - s)} ${n(x + dx + s * 0.6)} ${n(y - s * 0.7)} ${n(x + dx + s * 0.4)} ${n(y - 4)}H${n(x + dx - s * 0.4)}C${n(x + dx - s * 0.6)} ${n(y - s * 0.7)} ${n(x + dx - s * 0.1)} ${n(y - s)} ${n(x + dx)} ${n(y - s * 1.8)}Z" fill="${colour}"/>`;
    canvas.add(tongue(size, palette.glow) + tongue(size * 0.55, palette.light));
  }
  for (let i = 0; i < 9; i++) {
    const angle = Math.PI * (0.02 + i * 0.12);
    canvas.add(
      `<ellipse cx="${n(x + Math.cos(angle) * 112)}" cy="${n(y + Math.sin(angle) * 27)}" rx="21" ry="13" fill="${mix(stone, palette.light, canvas.between(0, 0.2))}"/>`,
    );
  }
  glow(canvas, { x, y: y - 24 }, 120, palette.light, 0.5);
  meal(canvas, x + side * 250, y + 34);
}

/** A flat stone with two loaves and two fish. */
function meal(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const crust = mix("#b07a40", palette.glow, 0.3);
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${y + 12}" rx="138" ry="20" fill="${palette.ink}" opacity=".35"/><path d="M${n(x - 128)} ${y + 8}q10 -28 120 -30q118 2 136 28q-20 18 -130 18q-110 0 -126 -16Z" fill="${mix(palette.land[1], palette.land[2], 0.5)}"/>`,
  );
  for (const dx of [-74, -22])
    canvas.add(
      `<path d="M${n(x + dx - 34)} ${y - 2}q2 -34 36 -34q36 0 36 34q-36 12 -72 0Z" fill="${crust}"/><path d="M${n(x + dx - 10)} ${y - 28}q12 6 14 20" stroke="${mix(crust, palette.light, 0.6)}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    );
  for (const [dx, dy] of [
    [62, -8],
    [70, 6],
  ] as const) {
    const fish = mix(palette.sky[1], palette.light, 0.3);
    canvas.add(
      `<path d="M${n(x + dx - 44)} ${y + dy}q34 -20 68 -2l18 -9q-4 11 0 20l-18 -8q-34 16 -68 -1Z" fill="${mix(fish, palette.ink, 0.2)}"/><path d="M${n(x + dx - 36)} ${y + dy - 2}q28 -11 56 0" stroke="${palette.light}" stroke-width="2.4" fill="none" opacity=".7"/>`,
    );
  }
  quad(canvas, [x - 120, x + 120, y + 16], [x - 104, x + 104, y + 22], palette.ink, 0.12);
}
