import { brush, land, mist, n, skyline, texture, verticalGradient, WIDTH, type Canvas, type Point } from "./canvas.ts";
import { mix } from "./palette.ts";

/** Things that several scenes hold: hills, water, trees, houses. */

/** A shape with straight edges; `points` are x and y in turn. */
export function polygon(canvas: Canvas, points: readonly number[], fill: string, opacity = 1): void {
  canvas.add(`<polygon points="${points.map(n).join(" ")}" fill="${fill}" fill-opacity="${opacity}"/>`);
}

/** A shape between two level edges, each from `left` to `right` at `y`. */
export function quad(canvas: Canvas, one: Edge, other: Edge, fill: string, opacity = 1): void {
  polygon(canvas, [one[0], one[2], one[1], one[2], other[1], other[2], other[0], other[2]], fill, opacity);
}
type Edge = readonly [left: number, right: number, y: number];

type Range = readonly [from: number, to: number];
interface Strokes {
  x: Range;
  y: Range;
  width: Range;
  height: Range | number;
  /** Taken in turn. */
  colours: readonly string[];
  opacity?: Range | number;
}

/** Strokes of a dry brush all over a surface, so that it does not look flat. */
export function strokes(canvas: Canvas, count: number, { x, y, width, height, colours, opacity = 0.15 }: Strokes): void {
  const within = (range: Range | number): number => (typeof range === "number" ? range : canvas.between(...range));
  for (let i = 0; i < count; i++) {
    const colour = colours[i % colours.length] ?? canvas.palette.ink;
    brush(canvas, { x: within(x), y: within(y) }, within(width), within(height), colour, within(opacity));
  }
}

/** Ranges that fade into the distance, with mist at their feet. */
export function hills(canvas: Canvas, horizon: number, count = 3, height = 36): void {
  const { palette } = canvas;
  for (let i = 0; i < count; i++)
    land(
      canvas,
      skyline(canvas, horizon + i * 36, height, 0.45),
      palette.land[i] ?? palette.ink,
      palette.sky[3],
      0.42 - i * 0.09,
    );
  mist(canvas, horizon + count * 36, 110, mix(palette.sky[3], palette.light, 0.35), 0.35);
}

/** The near ground, with strokes of grass in the light and in the shade. */
export function meadow(canvas: Canvas, top: number, colour: string, wave = 9): void {
  const { palette } = canvas;
  const line = skyline(canvas, top, wave, 0.3);
  land(canvas, line, colour, mix(colour, palette.land[4], 0.75), 0.9);
  texture(canvas, line, mix(colour, palette.light, 0.4), 90, 864 - top, 0.16);
  texture(canvas, line, palette.land[4], 80, 864 - top, 0.16);
}

/** Still water from `top` to `bottom`, with the light of the sky below `lightX`. */
export function water(canvas: Canvas, top: number, bottom: number, lightX: number, strength = 0.6): void {
  const { palette } = canvas;
  const fill = verticalGradient(canvas, [
    [0, mix(palette.sky[3], palette.land[1], 0.2)],
    [0.3, mix(palette.sky[2], palette.land[2], 0.4)],
    [1, mix(palette.sky[0], palette.ink, 0.25)],
  ]);
  canvas.add(`<rect x="-5" y="${n(top)}" width="${WIDTH + 10}" height="${n(bottom - top)}" fill="url(#${fill})"/>`);
  const depth = bottom - top;
  for (let i = 0; i < 130; i++) {
    const t = canvas.random() ** 1.3;
    const dark = canvas.random() < 0.5;
    const at = { x: canvas.between(-120, WIDTH), y: top + 4 + t * (depth - 8) };
    const colour = dark ? palette.ink : mix(palette.sky[3], palette.light, 0.3);
    brush(canvas, at, 40 + t * 280 * canvas.random(), 1 + t * 5, colour, dark ? 0.11 : 0.12);
  }
  for (let i = 0; i < 80; i++) {
    const t = canvas.random() ** 1.15;
    const width = canvas.between(14, 36 + t * 90);
    const x = lightX + canvas.between(-1, 1) * (10 + t * 150) * canvas.random() - width / 2;
    brush(canvas, { x, y: top + 3 + t * (depth - 10) }, width, 1.4 + t * 3.6, palette.light, strength * (1 - t * 0.6));
  }
}

interface Leaves {
  dark: string;
  light: string;
  /** Middle size of a leaf's stroke. */
  size: number;
  count: number;
}

/** A crown of leaves; its side towards the light is brighter. */
export function crown(canvas: Canvas, at: Point, rx: number, ry: number, leaves: Leaves, lightSide = 1): void {
  for (let i = 0; i < leaves.count; i++) {
    const angle = canvas.between(0, Math.PI * 2);
    const r = canvas.random() ** 0.6;
    const x = at.x + Math.cos(angle) * rx * r;
    const y = at.y + Math.sin(angle) * ry * r;
    const towards = (Math.cos(angle) * lightSide - Math.sin(angle)) * 0.35 * r + 0.4;
    const colour = mix(leaves.dark, leaves.light, Math.max(0, Math.min(1, towards + canvas.between(-0.35, 0.3))));
    canvas.add(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(leaves.size * canvas.between(0.6, 1.3))}" ry="${n(leaves.size * canvas.between(0.4, 0.7))}" fill="${colour}" fill-opacity="${canvas.between(0.6, 0.95).toFixed(2)}" transform="rotate(${n(canvas.between(-45, 45))} ${n(x)} ${n(y)})"/>`,
    );
  }
}

/** A trunk that forks once, with its foot in a small shadow. */
export function trunk(canvas: Canvas, foot: Point, height: number, width: number, colour: string): void {
  const { x, y } = foot;
  const lean = canvas.between(-0.1, 0.1) * height;
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(width * 3.4)}" ry="${n(width * 0.5)}" fill="${canvas.palette.ink}" opacity=".3"/>` +
      `<path d="M${n(x - width)} ${n(y)}C${n(x - width * 0.3)} ${n(y - height * 0.2)} ${n(x + lean - width * 0.6)} ${n(y - height * 0.6)} ${n(x + lean - width * 0.35)} ${n(y - height)}h${n(width * 0.7)}C${n(x + lean + width * 0.6)} ${n(y - height * 0.6)} ${n(x + width * 0.4)} ${n(y - height * 0.2)} ${n(x + width)} ${n(y)}Z" fill="${colour}"/>` +
      `<path d="M${n(x + lean * 0.6)} ${n(y - height * 0.55)}Q${n(x + height * 0.2)} ${n(y - height * 0.8)} ${n(x + height * 0.32)} ${n(y - height * 1.05)}M${n(x + lean * 0.7)} ${n(y - height * 0.65)}Q${n(x - height * 0.18)} ${n(y - height * 0.85)} ${n(x - height * 0.3)} ${n(y - height * 1.08)}" fill="none" stroke="${colour}" stroke-width="${n(width * 0.6)}" stroke-linecap="round"/>`,
  );
}

/** A house with a pitched roof, seen from the front; `lit` gives its window light. */
export function house(canvas: Canvas, foot: Point, width: number, colours: { wall: string; roof: string; lit?: string }): void {
  const { palette } = canvas;
  const height = width * 0.58;
  const { x, y } = foot;
  const size = width * 0.13;
  canvas.add(
    `<rect x="${n(x)}" y="${n(y - height)}" width="${n(width)}" height="${n(height + 3)}" fill="${colours.wall}"/>` +
      `<rect x="${n(x + width * 0.66)}" y="${n(y - height)}" width="${n(width * 0.34)}" height="${n(height + 3)}" fill="${palette.ink}" opacity=".14"/>` +
      `<path d="M${n(x - width * 0.08)} ${n(y - height)}L${n(x + width * 0.14)} ${n(y - height * 1.7)}H${n(x + width * 0.86)}L${n(x + width * 1.08)} ${n(y - height)}Z" fill="${colours.roof}"/>` +
      `<rect x="${n(x + width * 0.24)}" y="${n(y - height * 0.68)}" width="${n(size)}" height="${n(size * 1.3)}" fill="${colours.lit ?? mix(colours.wall, palette.ink, 0.6)}"/>` +
      `<rect x="${n(x + width * 0.58)}" y="${n(y - height * 0.5)}" width="${n(size * 1.1)}" height="${n(height * 0.5)}" fill="${mix(colours.wall, palette.ink, 0.5)}"/>`,
  );
}

/** Blades of grass along the lower edge, tallest at the sides. */
export function foreground(canvas: Canvas, count = 220, tall = 100): void {
  const { palette } = canvas;
  let blades = "";
  for (let i = 0; i < count; i++) {
    const x = canvas.between(-20, WIDTH + 20);
    const height = tall * canvas.between(0.3, 1) * (0.25 + 0.75 * (Math.abs(x - WIDTH / 2) / (WIDTH / 2)) ** 1.5);
    const lean = canvas.between(-20, 20);
    blades += `<path d="M${n(x)} 872q${n(lean * 0.3)} ${n(-height * 0.6)} ${n(lean)} ${n(-height)}q${n(-lean * 0.3 + 3)} ${n(height * 0.5)} ${n(4 - lean)} ${n(height)}Z"/>`;
  }
  canvas.add(`<g fill="${mix(palette.ink, palette.land[4], 0.55)}" opacity=".85">${blades}</g>`);
}

/** A wooden boat seen from the side, its keel at `at`; with a mast for one that sails. */
export function boat(canvas: Canvas, at: Point, length: number, hull: string, mast = 0): void {
  const { palette } = canvas;
  const { x, y } = at;
  const l = (part: number): string => n(part * length);
  const side = `M${n(x - length / 2)} ${n(y - length * 0.2)}Q${n(x)} ${n(y - length * 0.1)} ${n(x + length * 0.52)} ${n(y - length * 0.25)}Q${n(x + length * 0.46)} ${n(y)} ${n(x + length * 0.28)} ${n(y)}H${n(x - length * 0.34)}Q${n(x - length * 0.46)} ${n(y - length * 0.04)} ${n(x - length / 2)} ${n(y - length * 0.2)}Z`;
  if (mast > 0)
    canvas.add(
      `<path d="M${n(x + length * 0.04)} ${n(y - length * 0.12)}v${n(-mast)}m0 ${n(mast * 0.84)}l${l(-0.46)} ${l(-0.04)}" stroke="${palette.ink}" stroke-width="${n(Math.max(2.4, length * 0.014))}"/>` +
        `<path d="M${n(x + length * 0.04)} ${n(y - length * 0.12 - mast)}L${n(x + length * 0.5)} ${n(y - length * 0.24)}M${n(x + length * 0.04)} ${n(y - length * 0.12 - mast)}L${n(x - length * 0.48)} ${n(y - length * 0.2)}" stroke="${palette.ink}" stroke-width="1.2" opacity=".6"/>` +
        `<path d="M${n(x + length * 0.03)} ${n(y - length * 0.13 - mast * 0.17)}q${l(-0.24)} ${l(-0.06)} ${l(-0.44)} ${l(-0.02)}l0 ${l(0.025)}q${l(0.2)} ${l(0.06)} ${l(0.44)} ${l(0.02)}Z" fill="${mix(palette.light, palette.land[2], 0.4)}"/>`,
    );
  canvas.add(
    `<path d="${side}" fill="${hull}"/>` +
      `<path d="M${n(x - length / 2)} ${n(y - length * 0.2)}Q${n(x)} ${n(y - length * 0.1)} ${n(x + length * 0.52)} ${n(y - length * 0.25)}l${l(-0.01)} ${l(0.035)}Q${n(x)} ${n(y - length * 0.06)} ${n(x - length * 0.485)} ${n(y - length * 0.16)}Z" fill="${mix(hull, palette.light, 0.5)}"/>` +
      `<path d="M${n(x - length * 0.44)} ${n(y - length * 0.08)}Q${n(x)} ${n(y - length * 0.015)} ${n(x + length * 0.45)} ${n(y - length * 0.12)}" stroke="${palette.ink}" stroke-width="1.6" fill="none" opacity=".4"/>`,
  );
}
