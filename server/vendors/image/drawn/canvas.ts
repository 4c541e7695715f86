import type { ImageBrief } from "../../writer/writer.ts";
import { mix, type Palette } from "./palette.ts";

export const WIDTH = 1536;
export const HEIGHT = 864;

export interface Point {
  x: number;
  y: number;
}

/** What a scene draws with: seeded random numbers, the palette, and a list of shapes from back to front. */
export interface Canvas {
  palette: Palette;
  random: () => number;
  /** A number between `a` and `b`. */
  between(a: number, b: number): number;
  /** Adds an SVG element. */
  add(element: string): void;
  /** Adds a definition (gradient, clip path) and returns its id. */
  define(element: (id: string) => string): string;
}

/** A composition: a landscape with one light in it. */
export interface Scene {
  /** What it shows, without the hour. */
  alt: string;
  /** Lit by a lamp, a fire or a star: needs a dark palette. */
  dim?: boolean;
  /** The moods that it suits; it never appears in another. */
  moods: readonly ImageBrief["mood"][];
  /** Themes that it is taken for before other scenes of the mood. */
  themes?: readonly string[];
  /** The scene of a feast: drawn for these themes, before all others, and for no other. */
  only?: readonly string[];
  draw(canvas: Canvas): void;
}

export function createCanvas(palette: Palette, random: () => number): Canvas & { svg(): string } {
  const elements: string[] = [];
  const definitions: string[] = [];
  return {
    palette,
    random,
    between: (a, b) => a + (b - a) * random(),
    add: (element) => void elements.push(element),
    define: (element) => {
      const id = `d${definitions.length}`;
      definitions.push(element(id));
      return id;
    },
    svg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
      `<defs>${definitions.join("")}</defs>${elements.join("")}</svg>`,
  };
}

export const n = (value: number): string => value.toFixed(1);

/** A smooth line through points (Catmull-Rom as cubic Béziers), without the leading move. */
export function smooth(points: readonly Point[]): string {
  let path = "";
  for (let i = 0; i < points.length - 1; i++) {
    const p0 = points[i - 1] ?? points[i];
    const [p1, p2] = [points[i], points[i + 1]];
    const p3 = points[i + 2] ?? p2;
    if (!p0 || !p1 || !p2 || !p3) continue;
    path += `C${n(p1.x + (p2.x - p0.x) / 6)} ${n(p1.y + (p2.y - p0.y) / 6)} ${n(p2.x - (p3.x - p1.x) / 6)} ${n(p2.y - (p3.y - p1.y) / 6)} ${n(p2.x)} ${n(p2.y)}`;
  }
  return path;
}

export function verticalGradient(
  canvas: Canvas,
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  return canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
        .map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
        .join("")}</linearGradient>`,
  );
}

/** Soft light around a point: bright in the middle, gone at `radius`. */
export function glow(canvas: Canvas, at: Point, radius: number, colour: string, strength = 0.9): void {
  const id = canvas.define(
    (name) =>
      `<radialGradient id="${name}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/>` +
      `<stop offset=".22" stop-color="${colour}" stop-opacity="${strength * 0.52}"/>` +
      `<stop offset=".5" stop-color="${colour}" stop-opacity="${strength * 0.18}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(`<circle cx="${n(at.x)}" cy="${n(at.y)}" r="${n(radius)}" fill="url(#${id})"/>`);
}

/** The sky: a gradient, with long brush strokes of thin cloud so that it does not look flat. */
export function sky(canvas: Canvas, horizon: number): void {
  const { palette } = canvas;
  const [top, high, low, rim] = palette.sky;
  const fill = verticalGradient(canvas, [
    [0, top],
    [0.4, high],
    [0.78, low],
    [1, rim],
  ]);
  canvas.add(
    `<rect width="${WIDTH}" height="${n(horizon + 60)}" fill="url(#${fill})"/><rect y="${n(horizon)}" width="${WIDTH}" height="${HEIGHT}" fill="${rim}"/>`,
  );
  for (let i = 0; i < 26; i++) {
    const y = horizon * Math.sqrt(canvas.between(0.12, 0.95));
    const width = canvas.between(260, 900);
    const x = canvas.between(-200, WIDTH - 200);
    const colour = canvas.random() < 0.55 ? mix(rim, palette.light, 0.3) : mix(high, top, 0.5);
    brush(canvas, { x, y }, width, canvas.between(5, 26), colour, canvas.between(0.05, 0.16));
  }
}

/** One stroke of a dry brush: a long lens shape, thin at its ends. */
export function brush(canvas: Canvas, at: Point, width: number, height: number, colour: string, opacity: number): void {
  const sag = canvas.between(-height, height) * 0.6;
  canvas.add(
    `<path d="M${n(at.x)} ${n(at.y)}Q${n(at.x + width * 0.4)} ${n(at.y - height + sag)} ${n(at.x + width)} ${n(at.y + sag * 0.4)}` +
      `Q${n(at.x + width * 0.55)} ${n(at.y + height * 0.6 + sag)} ${n(at.x)} ${n(at.y)}Z" fill="${colour}" opacity="${opacity.toFixed(3)}"/>`,
  );
}

export function stars(canvas: Canvas, count: number, bottom: number): void {
  let dots = "";
  for (let i = 0; i < count; i++) {
    const y = bottom * canvas.random() ** 1.4;
    const radius = canvas.random() < 0.06 ? canvas.between(1.6, 2.4) : canvas.between(0.5, 1.2);
    dots += `<circle cx="${n(canvas.between(0, WIDTH))}" cy="${n(y)}" r="${radius.toFixed(2)}" opacity="${(canvas.between(0.25, 0.95) * (1 - y / bottom) ** 0.5).toFixed(2)}"/>`;
  }
  canvas.add(`<g fill="${mix(canvas.palette.light, "#ffffff", 0.4)}">${dots}</g>`);
}

/** A skyline from layered waves: `roughness` 0 for dunes, 1 for crags. */
export function skyline(canvas: Canvas, base: number, height: number, roughness: number): Point[] {
  const waves = Array.from({ length: 6 }, (_, i) => ({
    size: height * 0.62 ** i * canvas.between(0.6, 1) * (i < 2 ? 1 : roughness),
    length: (WIDTH * 1.25) / (1 + i * 1.7),
    shift: canvas.between(0, Math.PI * 2),
  }));
  const points: Point[] = [];
  for (let x = -40; x <= WIDTH + 40; x += 24) {
    let y = base;
    for (const wave of waves) y -= wave.size * Math.sin((x / wave.length) * Math.PI * 2 + wave.shift);
    points.push({ x, y });
  }
  return points;
}

/** Fills the land under a skyline, lighter along its upper edge where air lies in front of it. */
export function land(canvas: Canvas, line: readonly Point[], colour: string, haze: string, amount = 0.5): void {
  const top = Math.min(...line.map((point) => point.y));
  const fill = canvas.define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(top + 260)}">` +
      `<stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, haze, amount)}"/></linearGradient>`,
  );
  const first = line[0];
  if (!first) return;
  canvas.add(
    `<path d="M${n(first.x)} ${n(first.y)}${smooth(line)}L${WIDTH + 60} ${HEIGHT + 20}L-60 ${HEIGHT + 20}Z" fill="url(#${fill})"/>`,
  );
}

/** Strokes that follow a slope: grass, furrows, worn paint. */
export function texture(
  canvas: Canvas,
  line: readonly Point[],
  colour: string,
  count: number,
  depth: number,
  opacity = 0.12,
): void {
  for (let i = 0; i < count; i++) {
    const point = line[Math.floor(canvas.random() * line.length)];
    if (!point) continue;
    const down = canvas.random() ** 0.8 * depth;
    brush(
      canvas,
      { x: point.x - canvas.between(20, 90), y: point.y + 6 + down },
      canvas.between(60, 240),
      canvas.between(1.5, 6 + down * 0.02),
      colour,
      opacity * canvas.between(0.4, 1),
    );
  }
}

/** A band of mist in a valley. */
export function mist(canvas: Canvas, y: number, height: number, colour: string, opacity: number): void {
  const fill = verticalGradient(canvas, [
    [0, colour, 0],
    [0.5, colour, opacity],
    [1, colour, 0],
  ]);
  canvas.add(`<rect x="-10" y="${n(y - height / 2)}" width="${WIDTH + 20}" height="${n(height)}" fill="url(#${fill})"/>`);
}

/** A sun or moon: a disc with a warm edge, in its glow. */
export function disc(canvas: Canvas, at: Point, radius: number): void {
  const { palette } = canvas;
  glow(canvas, at, radius * 9, palette.glow, 0.55);
  glow(canvas, at, radius * 4, palette.light, 0.55);
  canvas.add(`<circle cx="${n(at.x)}" cy="${n(at.y)}" r="${n(radius)}" fill="${palette.light}"/>`);
}
