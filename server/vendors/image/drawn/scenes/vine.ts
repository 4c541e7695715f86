import { disc, HEIGHT, land, mist, n, sky, skyline, texture, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const vine: Scene = {
  alt: "A vine with grapes on its stake, rows of a vineyard behind it",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["work-and-worth", "marriage", "parenting", "gratitude", "caregiving", "growing-old", "envy", "wedding"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(410, 450);
  sky(canvas, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.52, 0.78), y: horizon - canvas.between(30, 80) }, canvas.between(28, 38));
  [0, 1].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 44, 36, 0.5), palette.land[i] ?? palette.ink, palette.sky[3], 0.4),
  );
  mist(canvas, horizon + 70, 90, mix(palette.sky[3], palette.light, 0.4), 0.4);
  const ground = skyline(canvas, horizon + 90, 10, 0.2);
  land(canvas, ground, mix(palette.land[2], palette.glow, 0.12), palette.land[4], 0.7);
  rows(canvas, horizon + 92);
  texture(canvas, ground, palette.land[4], 50, 330, 0.16);
  const root = { x: WIDTH * canvas.between(0.2, 0.3), y: HEIGHT + 30 };
  trunk(canvas, root);
  canopy(canvas, root.x);
}

/** The vineyard: hedges that meet at the horizon, each with a lit and a shaded side. */
function rows(canvas: Canvas, top: number): void {
  const { palette } = canvas;
  const vanishing = { x: WIDTH * 0.62, y: top };
  for (let i = 8; i >= -8; i--) {
    const foot = vanishing.x + i * 230;
    const edge = (offset: number, rise: number): Point[] =>
      Array.from({ length: 9 }, (_, k) => {
        const t = (k / 8) ** 1.6;
        return {
          x: vanishing.x + (foot + offset * 150 - vanishing.x) * t,
          y: vanishing.y + (HEIGHT + 90 - vanishing.y) * t - rise * t * 92 + canvas.between(-7, 7) * t,
        };
      });
    const hedge = (near: Point[], far: Point[], colour: string): void => {
      canvas.add(`<path d="M${[...near, ...far.toReversed()].map((p) => `${n(p.x)} ${n(p.y)}`).join("L")}Z" fill="${colour}"/>`);
    };
    hedge(edge(-0.5, 0), edge(-0.28, 1), mix(palette.land[3], palette.land[4], 0.6));
    hedge(edge(-0.28, 1), edge(0.3, 0.9), mix(palette.land[2], palette.glow, 0.12));
    hedge(edge(0.3, 0.9), edge(0.5, 0), mix(palette.land[3], palette.land[2], 0.4));
  }
  mist(canvas, top + 6, 120, mix(palette.sky[3], palette.light, 0.3), 0.5);
}

function trunk(canvas: Canvas, root: Point): void {
  const { palette } = canvas;
  const wood = mix(palette.ink, palette.land[3], 0.3);
  canvas.add(`<rect x="${n(root.x + 34)}" y="120" width="11" height="${HEIGHT}" fill="${mix(wood, palette.land[2], 0.3)}"/>`);
  canvas.add(
    `<path d="M${n(root.x - 26)} ${HEIGHT}C${n(root.x + 10)} 740 ${n(root.x - 40)} 640 ${n(root.x + 12)} 540C${n(root.x + 40)} 470 ${n(root.x + 4)} 400 ${n(root.x + 40)} 320l26 6C${n(root.x + 44)} 410 ${n(root.x + 84)} 480 ${n(root.x + 52)} 560C${n(root.x + 14)} 650 ${n(root.x + 70)} 740 ${n(root.x + 44)} ${HEIGHT}Z" fill="${wood}"/>` +
      `<path d="M${n(root.x + 40)} 330C${n(root.x + 180)} 270 ${n(root.x + 320)} 320 ${n(root.x + 520)} 262" fill="none" stroke="${wood}" stroke-width="12" stroke-linecap="round"/>` +
      `<path d="M${n(root.x + 36)} 340C${n(root.x - 80)} 280 ${n(root.x - 190)} 320 ${n(root.x - 330)} 270" fill="none" stroke="${wood}" stroke-width="12" stroke-linecap="round"/>`,
  );
}

function canopy(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  for (let i = 0; i < 5; i++)
    grapes(canvas, { x: x - 250 + i * 178 + canvas.between(-30, 30), y: canvas.between(350, 400) }, canvas.between(0.85, 1.15));
  for (let i = 0; i < 210; i++) {
    const across = canvas.random();
    const at = { x: x - 400 + across * 990, y: 268 + canvas.between(-1, 1) * (46 + 62 * Math.sin(across * Math.PI)) };
    const lit = i > 120 && canvas.random() < 0.3;
    const colour = lit ? mix(palette.land[2], palette.glow, 0.3) : mix(palette.land[3], palette.ink, canvas.between(0, 0.55));
    vineLeaf(canvas, at, canvas.between(24, 46), colour);
  }
}

function vineLeaf(canvas: Canvas, at: Point, size: number, colour: string): void {
  const turn = canvas.between(-70, 70);
  const lobes = [0, 1, 2, 3, 4].map((i) => {
    const a = (i - 2) * 0.72 - 1.57;
    const tip = { x: Math.cos(a) * size * (i === 2 ? 1.1 : 0.95), y: Math.sin(a) * size * (i === 2 ? 1.1 : 0.95) };
    const notch = { x: Math.cos(a + 0.36) * size * 0.76, y: Math.sin(a + 0.36) * size * 0.76 };
    return `Q${n(tip.x * 0.7 + tip.y * 0.2)} ${n(tip.y * 0.95)} ${n(tip.x)} ${n(tip.y)}Q${n(tip.x * 1.02 - tip.y * 0.14)} ${n(tip.y * 0.8)} ${n(notch.x)} ${n(notch.y)}`;
  });
  canvas.add(
    `<g transform="translate(${n(at.x)} ${n(at.y)}) rotate(${n(turn)})"><path d="M0 0${lobes.join("")}Z" fill="${colour}"/><path d="M0 0V${n(-size)}M0 0L${n(size * 0.6)} ${n(-size * 0.6)}M0 0L${n(-size * 0.6)} ${n(-size * 0.6)}" stroke="${canvas.palette.land[1]}" stroke-width="1.2" opacity=".35"/></g>`,
  );
}

function grapes(canvas: Canvas, at: Point, scale: number): void {
  const { palette } = canvas;
  const skin = mix(palette.ink, "#54414c", 0.5);
  for (let row = 0; row < 7; row++) {
    const count = Math.max(1, 6 - row + (row % 2));
    for (let i = 0; i < count; i++) {
      const x = at.x + (i - (count - 1) / 2) * 19 * scale + canvas.between(-3, 3);
      const y = at.y + row * 17 * scale + canvas.between(-3, 3);
      canvas.add(
        `<circle cx="${n(x)}" cy="${n(y)}" r="${n(11.5 * scale)}" fill="${mix(skin, palette.glow, canvas.between(0, 0.14))}"/><circle cx="${n(x + 3.5 * scale)}" cy="${n(y - 4 * scale)}" r="${n(2.6 * scale)}" fill="${palette.light}" opacity=".55"/>`,
      );
    }
  }
}
