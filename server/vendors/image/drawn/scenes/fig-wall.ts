import { glow, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { hills, meadow, strokes } from "../parts.ts";

export const figWall: Scene = {
  alt: "A fig tree by a sunlit wall, and an empty bench in its shade",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["growing-old", "retirement", "marriage", "mothers-and-fathers", "weariness-and-rest", "grace", "sober-today"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  sky(canvas, 420);
  const side = canvas.random() < 0.5 ? -1 : 1;
  glow(canvas, { x: WIDTH * (0.5 - side * 0.42), y: 300 }, 700, palette.glow, 0.6);
  glow(canvas, { x: WIDTH * (0.5 - side * 0.42), y: 330 }, 240, palette.light, 0.7);
  hills(canvas, 380, 2);
  wall(canvas);
  meadow(canvas, 690, mix(mix(palette.land[2], palette.glow, 0.2), palette.land[1], 0.25), 6);
  const foot = { x: WIDTH * (0.5 + side * canvas.between(0.15, 0.2)), y: 724 };
  shade(canvas, foot, side);
  bench(canvas, foot.x - side * 340, 742);
  figTree(canvas, foot, side);
}

function wall(canvas: Canvas): void {
  const { palette } = canvas;
  const plaster = mix(mix(palette.light, palette.land[1], 0.56), palette.glow, 0.14);
  canvas.add(`<rect x="-5" y="410" width="${WIDTH + 10}" height="300" fill="${plaster}"/>`);
  strokes(canvas, 110, {
    x: [-120, WIDTH],
    y: [425, 700],
    width: [60, 260],
    height: [5, 18],
    colours: [palette.light, palette.land[2]],
    opacity: [0.06, 0.16],
  });
  for (let i = 0; i < 34; i++) {
    const x = canvas.between(0, WIDTH);
    canvas.add(
      `<rect x="${n(x)}" y="${n(canvas.between(560, 680))}" width="${n(canvas.between(34, 70))}" height="20" rx="5" fill="${mix(plaster, palette.land[3], canvas.between(0.1, 0.4))}" opacity=".7"/>`,
    );
  }
  for (let x = -20; x < WIDTH; x += 46)
    canvas.add(
      `<path d="M${n(x)} 416v-14q22 -16 44 0v14Z" fill="${mix(mix("#a8623f", palette.land[2], 0.45), palette.light, canvas.between(0, 0.25))}"/>`,
    );
}

function shade(canvas: Canvas, { x, y }: Point, side: number): void {
  for (let i = 0; i < 40; i++)
    canvas.add(
      `<ellipse cx="${n(x + side * canvas.between(-140, 330))}" cy="${n(y + canvas.between(-10, 52))}" rx="${n(canvas.between(30, 90))}" ry="${n(canvas.between(6, 14))}" fill="${canvas.palette.ink}" opacity=".1"/>`,
    );
}

function bench(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const stone = mix(palette.land[1], palette.light, 0.35);
  canvas.add(`<ellipse cx="${n(x)}" cy="${y + 4}" rx="170" ry="13" fill="${palette.ink}" opacity=".35"/>`);
  for (const dx of [-112, 84])
    canvas.add(`<rect x="${n(x + dx)}" y="${y - 56}" width="30" height="60" fill="${mix(stone, palette.land[4], 0.55)}"/>`);
  canvas.add(
    `<rect x="${n(x - 150)}" y="${y - 78}" width="300" height="16" fill="${mix(stone, palette.light, 0.45)}"/><rect x="${n(x - 150)}" y="${y - 62}" width="300" height="14" fill="${mix(stone, palette.land[4], 0.35)}"/>`,
  );
}

/** Several bare stems from one root, and broad leaves with figs between them. */
function figTree(canvas: Canvas, { x, y }: Point, side: number): void {
  const { palette } = canvas;
  const bark = mix(mix(palette.land[3], palette.light, 0.14), palette.ink, 0.3);
  const tips = [
    [-220, -330],
    [-90, -420],
    [70, -400],
    [210, -320],
    [20, -300],
    [-140, -250],
    [150, -240],
  ].map(([dx = 0, dy = 0]) => ({ x: x + dx + canvas.between(-20, 20), y: y + dy + canvas.between(-20, 20) }));
  for (const tip of tips)
    canvas.add(
      `<path d="M${n(x)} ${n(y)}C${n(x + (tip.x - x) * 0.1)} ${n(y - 130)} ${n(x + (tip.x - x) * 0.5)} ${n(y + (tip.y - y) * 0.6)} ${n(tip.x)} ${n(tip.y)}" fill="none" stroke="${bark}" stroke-width="${n(canvas.between(12, 19))}" stroke-linecap="round"/>`,
    );
  for (let i = 0; i < 230; i++) {
    const tip = tips[i % tips.length] ?? { x, y };
    const at = { x: tip.x + canvas.between(-1, 1) * 105, y: tip.y + canvas.between(-1, 1) * 78 };
    const lit = Math.max(0, Math.min(1, 0.35 - ((at.x - x) * side) / 700 - (at.y - y + 330) / 420 + canvas.between(-0.3, 0.3)));
    figLeaf(canvas, at, canvas.between(24, 42), mix(palette.land[4], mix(palette.land[1], palette.glow, 0.25), lit));
  }
  for (let i = 0; i < 16; i++) {
    const tip = tips[i % tips.length] ?? { x, y };
    const [fx, fy] = [tip.x + canvas.between(-80, 80), tip.y + canvas.between(20, 84)];
    canvas.add(
      `<path d="M${n(fx)} ${n(fy - 16)}q3 8 11 14q6 14 -4 19q-8 5 -15 0q-10 -6 -4 -19q9 -6 12 -14Z" fill="${mix("#5a3f52", palette.ink, 0.2)}"/><path d="M${n(fx - 5)} ${n(fy)}q-4 6 -1 12" stroke="${palette.light}" stroke-width="2.4" fill="none" opacity=".5"/>`,
    );
  }
}

/** A leaf of five rounded lobes. */
function figLeaf(canvas: Canvas, { x, y }: Point, size: number, colour: string): void {
  const turn = canvas.between(60, 300);
  const lobes = [-1.5, -0.8, 0, 0.8, 1.5].map((a) => {
    const reach = size * (1.1 - Math.abs(a) * 0.3);
    return `<ellipse cx="${n(Math.sin(a) * reach * 0.5)}" cy="${n(-Math.cos(a) * reach * 0.5)}" rx="${n(size * 0.2)}" ry="${n(reach * 0.5)}" transform="rotate(${n((a * 180) / Math.PI)} ${n(Math.sin(a) * reach * 0.5)} ${n(-Math.cos(a) * reach * 0.5)})"/>`;
  });
  canvas.add(
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})" fill="${colour}">${lobes.join("")}<circle r="${n(size * 0.3)}" cy="${n(-size * 0.22)}"/></g>`,
  );
}
