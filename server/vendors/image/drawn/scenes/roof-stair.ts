import { brush, disc, HEIGHT, land, mist, n, sky, skyline, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, polygon, quad, strokes } from "../parts.ts";

export const roofStair: Scene = {
  alt: "A stair along a white wall, up to a roof terrace under a wide sky",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["prayer", "why-pray", "shift-work", "hope-and-waiting", "praise", "pride-and-humility", "the-mirror", "the-creed"],
  draw,
};

const STEPS = 11;

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(500, 540);
  sky(canvas, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.2, 0.36), y: horizon - canvas.between(90, 150) }, 32);
  [0, 1].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 40, 34, 0.4), palette.land[i] ?? palette.ink, palette.sky[3], 0.4),
  );
  mist(canvas, horizon + 70, 110, mix(palette.sky[3], palette.light, 0.4), 0.4);
  town(canvas, horizon + 60);
  const white = mix(mix(palette.light, palette.sky[2], 0.28), palette.land[1], 0.18);
  const shade = mix(white, palette.land[3], 0.42);
  const corner = WIDTH * canvas.between(0.56, 0.62);
  // The house: a lit side towards the sun, and the front in half shade.
  quad(canvas, [corner, WIDTH + 10, 250], [corner, WIDTH + 10, HEIGHT + 10], mix(white, shade, 0.4));
  quad(canvas, [corner - 8, WIDTH + 10, 240], [corner - 8, WIDTH + 10, 262], mix(white, palette.light, 0.4));
  strokes(canvas, 50, {
    x: [corner, WIDTH],
    y: [280, HEIGHT],
    width: [40, 150],
    height: [4, 12],
    colours: [palette.light, shade],
    opacity: 0.14,
  });
  ground(canvas);
  stair(canvas, corner, white, shade);
  canvas.add(`<path d="M${n(corner + 330)} 800V640q0 -56 52 -56t52 56v160Z" fill="${mix(shade, palette.ink, 0.55)}"/>`);
  pots(canvas, corner);
  vine(canvas, corner);
}

function town(canvas: Canvas, y: number): void {
  const { palette } = canvas;
  for (let i = 0; i < 16; i++) {
    const width = canvas.between(44, 96);
    const x = i * 56 - 40 + canvas.between(-10, 10);
    const height = canvas.between(30, 74);
    const wall = mix(mix(palette.light, palette.land[1], canvas.between(0.4, 0.65)), palette.sky[2], 0.25);
    canvas.add(
      `<rect x="${n(x)}" y="${n(y + 60 - height)}" width="${n(width)}" height="${n(height + 40)}" fill="${wall}"/><rect x="${n(x + width * 0.64)}" y="${n(y + 60 - height)}" width="${n(width * 0.36)}" height="${n(height + 40)}" fill="${palette.ink}" opacity=".1"/><rect x="${n(x + width * 0.25)}" y="${n(y + 74 - height)}" width="8" height="13" fill="${palette.ink}" opacity=".45"/>`,
    );
  }
  mist(canvas, y + 90, 60, mix(palette.sky[3], palette.light, 0.3), 0.4);
}

function ground(canvas: Canvas): void {
  const { palette } = canvas;
  const stone = mix(mix(palette.land[2], palette.light, 0.3), palette.glow, 0.1);
  polygon(canvas, [-10, 690, WIDTH + 10, 790, WIDTH + 10, HEIGHT + 10, -10, HEIGHT + 10], stone);
  polygon(canvas, [-10, 650, WIDTH * 0.36, 700, WIDTH * 0.36, 716, -10, 700], mix(palette.light, palette.land[2], 0.35));
  strokes(canvas, 70, {
    x: [-100, WIDTH],
    y: [750, HEIGHT],
    width: [60, 190],
    height: 5,
    colours: [palette.light, palette.land[4]],
    opacity: 0.14,
  });
}

/** Steps that rise to the right, with light on each of them. */
function stair(canvas: Canvas, corner: number, white: string, shade: string): void {
  const { palette } = canvas;
  const run = 52;
  const rise = 46;
  const start = corner - STEPS * run + 150;
  const foot = 770;
  const top = foot - STEPS * rise;
  const steps = Array.from({ length: STEPS }, (_, i) => ({ x: start + i * run, y: foot - (i + 1) * rise }));
  const profile = steps.flatMap(({ x, y }) => [x, y + rise, x, y]);
  polygon(canvas, [...profile, corner + 160, top, corner + 160, foot + 56, start, foot + 32], mix(white, shade, 0.72));
  for (const { x, y } of steps)
    canvas.add(
      `<path d="M${n(x - 5)} ${n(y)}h${run + 7}v12h${-(run + 7)}Z" fill="${mix(white, palette.light, 0.7)}"/><rect x="${n(x - 5)}" y="${n(y + 12)}" width="9" height="${rise - 12}" fill="${mix(white, palette.light, 0.3)}"/>`,
    );
  for (let i = 0; i < 30; i++) {
    const x = canvas.between(start + 60, corner + 20);
    const y = canvas.between(foot - (x - start) * 0.7, foot);
    brush(canvas, { x, y }, canvas.between(40, 110), canvas.between(4, 9), i % 2 ? palette.light : shade, 0.16);
  }
}

function pots(canvas: Canvas, corner: number): void {
  const { palette } = canvas;
  const clay = mix("#a8623f", palette.land[3], 0.35);
  [corner + 270, corner + 486, 120].forEach((x, i) => {
    const y = i === 2 ? 784 : 812;
    crown(
      canvas,
      { x, y: y - 92 },
      42,
      40,
      { dark: palette.land[4], light: mix(palette.land[2], palette.glow, 0.3), size: 12, count: 60 },
      -1,
    );
    canvas.add(
      `<ellipse cx="${n(x + 6)}" cy="${y}" rx="40" ry="8" fill="${palette.ink}" opacity=".35"/><path d="M${n(x - 34)} ${y - 66}h68l-10 66h-48Z" fill="${clay}"/><path d="M${n(x - 34)} ${y - 66}h16l-2 66h-4Z" fill="${palette.light}" opacity=".25"/><rect x="${n(x - 38)}" y="${y - 72}" width="76" height="12" fill="${mix(clay, palette.light, 0.2)}"/>`,
    );
  });
}

function vine(canvas: Canvas, corner: number): void {
  const { palette } = canvas;
  const leaves = { dark: palette.land[4], light: mix(palette.land[2], palette.glow, 0.3), size: 13, count: 90 };
  crown(canvas, { x: corner + 350, y: 300 }, 170, 34, leaves, -1);
  crown(canvas, { x: corner + 470, y: 400 }, 46, 120, leaves, -1);
}
