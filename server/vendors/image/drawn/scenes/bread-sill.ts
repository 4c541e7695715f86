import { brush, disc, HEIGHT, land, mist, n, sky, skyline, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { polygon, quad, strokes } from "../parts.ts";

export const breadSill: Scene = {
  alt: "Bread and a cup on the sill of an open window, and fields in the sun beyond it",
  moods: ["hope", "gratitude", "peace"],
  themes: [
    "gratitude",
    "in-everything",
    "love-of-neighbor",
    "wedding",
    "parenting",
    "mothers-and-fathers",
    "sober-today",
    "glad-for-another",
  ],
  draw,
};

const OPENING = { left: 330, right: 1206, top: 70, bottom: 640 };

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(380, 420);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 + side * canvas.between(0.06, 0.16)), y: horizon - canvas.between(60, 120) }, 34);
  [0, 1, 2].forEach((i) =>
    land(
      canvas,
      skyline(canvas, horizon + i * 60, 40, 0.4),
      mix(palette.land[i] ?? palette.ink, palette.glow, 0.12),
      palette.sky[3],
      0.4 - i * 0.08,
    ),
  );
  mist(canvas, horizon + 70, 140, mix(palette.sky[3], palette.light, 0.4), 0.35);
  room(canvas);
  shutter(canvas, OPENING.left, -1);
  shutter(canvas, OPENING.right, 1);
  loaf(canvas, WIDTH / 2 + side * canvas.between(120, 160), 716);
  cup(canvas, WIDTH / 2 - side * canvas.between(170, 230), 712, side);
}

/** The wall around the opening, its reveal in the light, and the sill. */
function room(canvas: Canvas): void {
  const { palette } = canvas;
  const wall = mix(mix(palette.land[1], palette.sky[1], 0.45), palette.glow, 0.22);
  const { left, right, top, bottom } = OPENING;
  canvas.add(
    `<path fill-rule="evenodd" d="M-5 -5H${WIDTH + 5}V${HEIGHT + 5}H-5ZM${left} ${top}V${bottom}H${right}V${top}Z" fill="${wall}"/>`,
  );
  for (let i = 0; i < 90; i++) {
    const x = i % 2 ? canvas.between(-160, left - 230) : canvas.between(right + 40, WIDTH);
    brush(
      canvas,
      { x, y: canvas.between(10, HEIGHT) },
      canvas.between(80, 190),
      canvas.between(6, 16),
      i % 3 ? palette.light : palette.land[4],
      0.1,
    );
  }
  const stone = mix(wall, palette.light, 0.5);
  polygon(canvas, [left, top, left + 46, top + 30, left + 46, bottom, left, bottom], mix(wall, palette.light, 0.34));
  polygon(canvas, [right, top, right - 46, top + 30, right - 46, bottom, right, bottom], mix(wall, palette.land[4], 0.25));
  quad(canvas, [left, right, top], [left + 46, right - 46, top + 30], mix(wall, palette.land[4], 0.4));
  quad(canvas, [left + 46, right - 46, bottom - 16], [left - 90, right + 90, 764], stone);
  quad(canvas, [left - 90, right + 90, 764], [left - 90, right + 90, 802], mix(wall, palette.land[4], 0.3));
  quad(canvas, [left - 60, right + 60, 802], [left - 50, right + 50, 826], palette.ink, 0.2);
  strokes(canvas, 50, {
    x: [left - 60, right - 120],
    y: [bottom, 756],
    width: [50, 190],
    height: 4,
    colours: [palette.light, palette.land[3]],
    opacity: 0.16,
  });
}

/** A shutter folded back on the wall. */
function shutter(canvas: Canvas, hinge: number, side: number): void {
  const { palette } = canvas;
  const wood = mix(mix(palette.land[3], palette.sky[0], 0.35), palette.land[4], 0.2);
  const width = 210;
  const x = side < 0 ? hinge - width - 8 : hinge + 8;
  canvas.add(
    `<rect x="${n(x + 10)}" y="${OPENING.top + 4}" width="${width}" height="570" fill="${palette.ink}" opacity=".25"/><rect x="${n(x)}" y="${OPENING.top - 6}" width="${width}" height="570" fill="${wood}"/>`,
  );
  for (let i = 0; i < 17; i++)
    canvas.add(
      `<rect x="${n(x + 24)}" y="${OPENING.top + 20 + i * 31}" width="${width - 48}" height="20" fill="${mix(wood, palette.ink, 0.22)}"/><rect x="${n(x + 24)}" y="${OPENING.top + 20 + i * 31}" width="${width - 48}" height="4" fill="${palette.light}" opacity=".28"/>`,
    );
}

function loaf(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const crust = mix(mix("#b07a40", palette.glow, 0.25), palette.land[3], 0.15);
  canvas.add(
    `<ellipse cx="${n(x + 4)}" cy="${y}" rx="180" ry="20" fill="${palette.ink}" opacity=".35"/><path d="M${n(x - 162)} ${y - 4}C${n(x - 176)} ${y - 92} ${n(x - 70)} ${y - 132} ${n(x)} ${y - 130}C${n(x + 92)} ${y - 128} ${n(x + 172)} ${y - 84} ${n(x + 160)} ${y - 4}Q${n(x)} ${y + 22} ${n(x - 162)} ${y - 4}Z" fill="${crust}"/>` +
      `<path d="M${n(x - 162)} ${y - 4}Q${n(x)} ${y + 22} ${n(x + 160)} ${y - 4}q2 -24 -6 -40Q${n(x)} ${y - 14} ${n(x - 158)} ${y - 40}q-6 16 -4 36Z" fill="${palette.ink}" opacity=".22"/>`,
  );
  for (let i = -2; i <= 2; i++)
    canvas.add(
      `<path d="M${n(x + i * 56 - 20)} ${y - 104 + Math.abs(i) * 13}q24 20 28 54" stroke="${mix(crust, palette.light, 0.65)}" stroke-width="11" stroke-linecap="round" fill="none" opacity=".85"/>`,
    );
  for (let i = 0; i < 22; i++)
    brush(
      canvas,
      { x: x + canvas.between(-130, 80), y: y - canvas.between(14, 104) },
      canvas.between(24, 60),
      canvas.between(3, 8),
      i % 2 ? palette.light : palette.ink,
      0.14,
    );
}

function cup(canvas: Canvas, x: number, y: number, side: number): void {
  const { palette } = canvas;
  const clay = mix(mix(palette.land[2], palette.light, 0.4), palette.glow, 0.2);
  const dark = mix(clay, palette.land[4], 0.5);
  canvas.add(
    `<ellipse cx="${n(x + 4)}" cy="${y + 2}" rx="76" ry="13" fill="${palette.ink}" opacity=".35"/><path d="M${n(x - 62)} ${y - 120}Q${n(x - 62)} ${y - 20} ${n(x - 40)} ${y}Q${n(x)} ${y + 12} ${n(x + 40)} ${y}Q${n(x + 62)} ${y - 20} ${n(x + 62)} ${y - 120}Z" fill="${clay}"/>` +
      `<path d="M${n(x - side * 62)} ${y - 120}Q${n(x - side * 62)} ${y - 20} ${n(x - side * 40)} ${y}q${side * 20} 8 ${side * 24} 8q${-side * 20} -60 ${-side * 6} -128Z" fill="${dark}" opacity=".5"/>` +
      `<ellipse cx="${n(x)}" cy="${y - 120}" rx="62" ry="14" fill="${mix(clay, palette.light, 0.4)}"/><ellipse cx="${n(x)}" cy="${y - 118}" rx="52" ry="10" fill="${mix("#5a2f38", palette.ink, 0.2)}"/>`,
  );
}
