import { disc, land, mist, n, sky, skyline, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const oliveBranch: Scene = {
  alt: "An olive branch with fruit, against hills and a low sun",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["forgiveness", "parenting", "guilt-and-shame", "gratitude", "failure", "family-conflict", "after-harm"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  sky(canvas, 560);
  disc(canvas, { x: WIDTH * canvas.between(0.2, 0.4), y: canvas.between(420, 500) }, canvas.between(34, 46));
  [0, 1, 2].forEach((i) => {
    land(canvas, skyline(canvas, 560 + i * 78, 34, 0.4), palette.land[i] ?? palette.ink, palette.sky[3], 0.5 - i * 0.1);
    mist(canvas, 640 + i * 80, 120, mix(palette.sky[3], palette.light, 0.3), 0.35);
  });
  // Three twigs from beyond the right edge, the farthest first and palest.
  twig(canvas, { x: WIDTH + 40, y: 90 }, { x: WIDTH * 0.5, y: 60 }, 0.62, 0.5);
  twig(canvas, { x: WIDTH + 60, y: 640 }, { x: WIDTH * 0.62, y: 470 }, 0.8, 0.24);
  twig(canvas, { x: WIDTH + 60, y: 330 }, { x: WIDTH * canvas.between(0.32, 0.4), y: canvas.between(250, 330) }, 1.1, 0);
}

/** `distance`: 0 in front, towards 1 into the haze. */
function twig(canvas: Canvas, from: Point, to: Point, size: number, distance: number): void {
  const { palette } = canvas;
  const far = (colour: string): string => mix(colour, palette.sky[2], distance);
  const bend = canvas.between(40, 90);
  const at = (t: number): Point => ({
    x: from.x + (to.x - from.x) * t,
    y: from.y + (to.y - from.y) * t + Math.sin(t * Math.PI) * bend,
  });
  const bark = far(mix(palette.ink, palette.land[3], 0.35));
  const points = Array.from({ length: 13 }, (_, i) => at(i / 12));
  for (let i = 0; i < 12; i++) {
    const [a, b] = [points[i], points[i + 1]];
    if (a && b)
      canvas.add(
        `<path d="M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}" stroke="${bark}" stroke-width="${n((13 - i) * 0.9 * size)}" stroke-linecap="round"/>`,
      );
  }
  const olive = far(mix(palette.land[3], "#6f7f3f", 0.45));
  const silver = far(mix(palette.land[1], palette.light, 0.3));
  for (let i = 1; i < 30; i++) {
    const base = at(i / 30);
    for (const side of [-1, 1]) {
      if (canvas.random() < 0.12) continue;
      const lit = canvas.random() < 0.42;
      leaf(
        canvas,
        base,
        Math.PI + side * canvas.between(0.35, 1.05) + canvas.between(-0.2, 0.2),
        canvas.between(70, 128) * size,
        lit ? silver : mix(olive, far(palette.ink), canvas.between(0, 0.35)),
        lit,
      );
    }
    if (canvas.random() < 0.2)
      fruit(
        canvas,
        { x: base.x + canvas.between(-14, 14), y: base.y + canvas.between(24, 46) * size },
        canvas.between(14, 19) * size,
        far,
      );
  }
}

function leaf(canvas: Canvas, base: Point, angle: number, length: number, colour: string, lit: boolean): void {
  const width = length * 0.15;
  const degrees = (angle * 180) / Math.PI;
  canvas.add(
    `<g transform="translate(${n(base.x)} ${n(base.y)}) rotate(${n(degrees)})"><path d="M0 0C${n(length * 0.3)} ${n(-width)} ${n(length * 0.75)} ${n(-width)} ${n(length)} 0C${n(length * 0.75)} ${n(width)} ${n(length * 0.3)} ${n(width)} 0 0Z" fill="${colour}"/>` +
      `<path d="M4 0H${n(length * 0.94)}" stroke="${lit ? canvas.palette.land[2] : canvas.palette.land[1]}" stroke-width="1.2" opacity=".4"/></g>`,
  );
}

function fruit(canvas: Canvas, at: Point, size: number, far: (colour: string) => string): void {
  const { palette } = canvas;
  canvas.add(
    `<path d="M${n(at.x)} ${n(at.y - size * 1.9)}V${n(at.y)}" stroke="${far(palette.ink)}" stroke-width="1.6"/>` +
      `<ellipse cx="${n(at.x)}" cy="${n(at.y)}" rx="${n(size * 0.78)}" ry="${n(size)}" fill="${far(mix(palette.ink, "#55603a", 0.62))}"/>` +
      `<ellipse cx="${n(at.x - size * 0.26)}" cy="${n(at.y - size * 0.3)}" rx="${n(size * 0.2)}" ry="${n(size * 0.34)}" fill="${palette.light}" opacity=".5"/>`,
  );
}
