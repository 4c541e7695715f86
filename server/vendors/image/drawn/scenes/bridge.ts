import { brush, glow, HEIGHT, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow, trunk, water } from "../parts.ts";

export const bridge: Scene = {
  alt: "An old stone bridge over a stream, and the light of the sky in the water below it",
  moods: ["grief", "longing", "hope", "gratitude", "peace"],
  themes: ["forgiveness", "family-conflict", "church-quarrel", "decisions", "caught-between", "moving-house", "other-faiths"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(380, 420);
  sky(canvas, horizon);
  const middle = WIDTH * canvas.between(0.46, 0.56);
  glow(canvas, { x: middle, y: horizon - 10 }, 520, palette.glow, 0.6);
  glow(canvas, { x: middle, y: horizon }, 170, palette.light, 0.8);
  hills(canvas, horizon, 2);
  meadow(canvas, horizon + 84, palette.land[2]);
  const leaves = { dark: palette.land[3], light: mix(palette.land[1], palette.glow, 0.3), size: 20, count: 110 };
  for (const side of [-1, 1]) {
    const foot = { x: middle + side * canvas.between(430, 520), y: 560 };
    trunk(canvas, foot, 150, 12, mix(palette.ink, palette.land[3], 0.35));
    crown(canvas, { x: foot.x, y: foot.y - 190 }, canvas.between(100, 130), canvas.between(76, 96), leaves, -side);
  }
  stream(canvas, middle);
  span(canvas, { x: middle, y: 640 });
  banks(canvas, middle);
  foreground(canvas, 160, 90);
}

const SPAN = { half: 430, arch: 165, rise: 150 };

function stream(canvas: Canvas, x: number): void {
  const clip = canvas.define(
    (id) =>
      `<clipPath id="${id}"><path d="M${n(x - 60)} 560H${n(x + 60)}Q${n(x + 130)} 680 ${n(x + 400)} ${HEIGHT + 10}H${n(x - 360)}Q${n(x - 120)} 680 ${n(x - 60)} 560Z"/></clipPath>`,
  );
  canvas.add(`<g clip-path="url(#${clip})">`);
  water(canvas, 560, HEIGHT + 12, x, 0.75);
  canvas.add("</g>");
}

/** One arch, its stones, and a parapet that rises to the middle. */
function span(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const stone = mix(palette.land[2], palette.land[1], 0.4);
  const { half, arch, rise } = SPAN;
  const deck = (offset: number): string =>
    `M${n(x - half)} ${n(y - 60 + offset)}Q${n(x)} ${n(y - rise - 170 + offset)} ${n(x + half)} ${n(y - 60 + offset)}`;
  const body = `${deck(0)}V${n(y + 40)}H${n(x + arch)}A${arch} ${rise} 0 0 0 ${n(x - arch)} ${n(y + 40)}H${n(x - half)}Z`;
  const clip = canvas.define((id) => `<clipPath id="${id}"><path d="${body}"/></clipPath>`);
  canvas.add(`<path d="${body}" fill="${stone}"/><g clip-path="url(#${clip})">`);
  for (let row = 0; row < 13; row++)
    for (let i = 0; i < 21; i++) {
      const left = x - half + i * 42 + (row % 2) * 21 + canvas.between(-4, 4);
      canvas.add(
        `<rect x="${n(left)}" y="${n(y - 240 + row * 23)}" width="${n(canvas.between(30, 40))}" height="19" rx="4" fill="${mix(stone, canvas.random() < 0.4 ? palette.light : palette.ink, canvas.between(0.05, 0.28))}"/>`,
      );
    }
  canvas.add("</g>");
  for (let i = 0; i <= 16; i++) {
    const angle = (180 / 16) * i;
    const radians = (angle * Math.PI) / 180;
    const at = { x: x - Math.cos(radians) * (arch + 12), y: y + 40 - Math.sin(radians) * (rise + 12) };
    canvas.add(
      `<rect x="${n(at.x - 13)}" y="${n(at.y - 13)}" width="26" height="24" rx="4" fill="${mix(stone, palette.light, 0.15 + 0.2 * Math.sin(radians))}" stroke="${mix(stone, palette.ink, 0.5)}" stroke-width="2" transform="rotate(${n(angle - 90)} ${n(at.x)} ${n(at.y)})"/>`,
    );
  }
  canvas.add(
    `<path d="${deck(-6)}" fill="none" stroke="${mix(stone, palette.light, 0.4)}" stroke-width="15" stroke-linecap="round"/>`,
  );
}

/** Grass over the feet of the bridge, down to the water. */
function banks(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const colour = mix(palette.land[3], palette.land[2], 0.35);
  canvas.add(
    `<path d="M-10 ${HEIGHT + 10}V606Q${n(x - 420)} 590 ${n(x - SPAN.half)} 600Q${n(x - 210)} 650 ${n(x - SPAN.arch + 8)} 690Q${n(x - 210)} 760 ${n(x - 330)} ${HEIGHT + 10}Z" fill="${colour}"/>` +
      `<path d="M${WIDTH + 10} ${HEIGHT + 10}V606Q${n(x + 420)} 590 ${n(x + SPAN.half)} 600Q${n(x + 210)} 650 ${n(x + SPAN.arch - 8)} 690Q${n(x + 230)} 770 ${n(x + 370)} ${HEIGHT + 10}Z" fill="${colour}"/>`,
  );
  for (let i = 0; i < 110; i++) {
    const side = i % 2 ? 1 : -1;
    const away = canvas.between(0, 1);
    const at = { x: x + side * (430 + away * 420) - 60, y: canvas.between(640, HEIGHT) };
    brush(canvas, at, canvas.between(50, 150), 5, i % 3 ? mix(colour, palette.light, 0.4) : palette.land[4], 0.16);
  }
}
