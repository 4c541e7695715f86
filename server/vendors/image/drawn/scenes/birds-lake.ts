import { brush, disc, HEIGHT, mist, n, sky, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { hills, water } from "../parts.ts";

export const birdsLake: Scene = {
  alt: "Birds over a wide lake, flying towards the light",
  moods: ["grief", "longing", "hope", "gratitude", "peace"],
  themes: [
    "providence-and-choice",
    "pentecost",
    "after-death",
    "praise",
    "empty-nest",
    "why-pray",
    "unanswered-prayer",
    "the-creed",
  ],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(470, 510);
  sky(canvas, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  const light = { x: WIDTH * (0.5 + side * canvas.between(0.14, 0.24)), y: horizon - canvas.between(70, 120) };
  disc(canvas, light, canvas.between(28, 36));
  hills(canvas, horizon - 40, 2, 44);
  water(canvas, horizon + 30, HEIGHT, light.x);
  mist(canvas, horizon + 30, 80, mix(palette.sky[3], palette.light, 0.4), 0.55);
  flock(canvas, light, side);
  shore(canvas, side);
}

/** A loose line of birds on their way to the light, smaller the nearer they are to it. */
function flock(canvas: Canvas, light: Point, side: number): void {
  let wings = "";
  for (let i = 0; i < 17; i++) {
    const t = i / 16;
    const size = 34 - t * 26;
    const x = light.x - side * (660 - t * 610) + canvas.between(-26, 26);
    const y = 150 + t * (light.y - 200) + Math.sin(t * 7) * 26 + canvas.between(-20, 20);
    const up = canvas.between(0.25, 0.75);
    wings += `<path d="M${n(x - size)} ${n(y - size * up)}Q${n(x - size * 0.4)} ${n(y - size * 0.5 * up)} ${n(x)} ${n(y)}Q${n(x + size * 0.4)} ${n(y - size * 0.6 * up)} ${n(x + size)} ${n(y - size * up * 0.8)}Q${n(x + size * 0.45)} ${n(y - size * 0.2 * up)} ${n(x)} ${n(y + size * 0.16)}Q${n(x - size * 0.45)} ${n(y - size * 0.1 * up)} ${n(x - size)} ${n(y - size * up)}Z"/>`;
  }
  canvas.add(`<g fill="${mix(canvas.palette.ink, canvas.palette.sky[1], 0.18)}">${wings}</g>`);
}

/** A near bank with reeds, on the side away from the light. */
function shore(canvas: Canvas, side: number): void {
  const { palette } = canvas;
  const dark = mix(palette.ink, palette.land[4], 0.5);
  const edge = side > 0 ? 0 : WIDTH;
  const at = (dx: number): number => edge + side * dx;
  canvas.add(
    `<path d="M${n(at(-20))} ${HEIGHT + 10}V742Q${n(at(200))} 750 ${n(at(390))} 790Q${n(at(560))} 830 ${n(at(760))} ${HEIGHT + 10}Z" fill="${dark}"/>`,
  );
  let reeds = "";
  for (let i = 0; i < 90; i++) {
    const dx = canvas.random() ** 1.3 * 520;
    const foot = 760 + dx * 0.13;
    const height = canvas.between(60, 210) * (1 - dx / 800);
    const lean = canvas.between(-16, 26) * side;
    reeds += `<path d="M${n(at(dx))} ${n(foot + 30)}q${n(lean * 0.2)} ${n(-height * 0.6)} ${n(lean)} ${n(-height)}" stroke-width="${n(canvas.between(1.8, 4))}"/>`;
    if (i % 5 === 0) reeds += `<path d="M${n(at(dx) + lean)} ${n(foot + 32 - height)}v-30" stroke-width="8"/>`;
  }
  canvas.add(`<g fill="none" stroke="${dark}" stroke-linecap="round">${reeds}</g>`);
  for (let i = 0; i < 20; i++)
    brush(canvas, { x: at(canvas.between(0, 480)) - 60, y: canvas.between(790, 850) }, 120, 4, palette.land[2], 0.2);
}
