import { brush, disc, HEIGHT, land, mist, n, sky, skyline, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { boat, strokes, water } from "../parts.ts";

export const harbour: Scene = {
  alt: "A small harbour with boats at rest on still water, and a low sun over the headland",
  moods: ["longing", "hope", "gratitude", "peace"],
  themes: ["far-from-home", "moving-house", "retirement", "weariness-and-rest", "well-again", "new-to-faith", "back-in-church"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(390, 430);
  sky(canvas, horizon);
  const sun = { x: WIDTH * canvas.between(0.3, 0.6), y: horizon - canvas.between(40, 80) };
  disc(canvas, sun, canvas.between(26, 34));
  const coast = skyline(canvas, horizon - 6, 34, 0.5);
  land(canvas, coast, palette.land[0], palette.sky[3], 0.4);
  water(canvas, horizon + 26, HEIGHT, sun.x);
  mist(canvas, horizon + 26, 60, mix(palette.sky[3], palette.light, 0.4), 0.5);
  breakwater(canvas, horizon + 60);
  const places = [0.12, 0.36, 0.56, 0.76].map((x) => x + canvas.between(-0.04, 0.04));
  places.forEach((place, i) => {
    const row = i % 2;
    const at = { x: WIDTH * place, y: horizon + 130 + row * 86 + canvas.between(-10, 10) };
    const length = 120 + row * 60 + canvas.between(-10, 20);
    const hull = mix(palette.land[3 + row] ?? palette.ink, [palette.glow, palette.sky[0]][i % 2] ?? palette.ink, 0.22);
    reflection(canvas, at.x, at.y, length);
    boat(canvas, at, length, hull, canvas.between(1.1, 1.4) * length);
  });
  quay(canvas);
}

function reflection(canvas: Canvas, x: number, y: number, length: number): void {
  for (let i = 0; i < 16; i++) {
    const down = i * length * 0.045;
    const width = length * (0.9 - i * 0.045) * canvas.between(0.7, 1);
    brush(canvas, { x: x - width / 2 + canvas.between(-6, 6), y: y + 2 + down }, width, 4, canvas.palette.ink, 0.26 - i * 0.013);
  }
}

/** A wall of stones that keeps the sea out, with the open side on the left. */
function breakwater(canvas: Canvas, y: number): void {
  const { palette } = canvas;
  const stone = mix(palette.land[1], palette.land[2], 0.5);
  const start = WIDTH * 0.58;
  canvas.add(`<path d="M${n(start)} ${n(y)}l30 -26H${WIDTH + 10}V${n(y)}Z" fill="${stone}"/>`);
  for (let i = 0; i < 50; i++)
    brush(
      canvas,
      { x: canvas.between(start + 20, WIDTH), y: y - canvas.between(2, 22) },
      canvas.between(14, 40),
      5,
      i % 2 ? palette.light : palette.ink,
      0.16,
    );
}

/** The near edge: flagstones, and a bollard with its rope. */
function quay(canvas: Canvas): void {
  const { palette } = canvas;
  const stone = mix(mix(palette.land[3], palette.land[2], 0.4), palette.sky[1], 0.4);
  const top = 770;
  canvas.add(
    `<rect x="-5" y="${top}" width="${WIDTH + 10}" height="110" fill="${stone}"/><rect x="-5" y="${top}" width="${WIDTH + 10}" height="7" fill="${mix(stone, palette.light, 0.45)}"/>`,
  );
  for (let x = -40; x < WIDTH; x += canvas.between(110, 190))
    canvas.add(
      `<path d="M${n(x)} ${top + 8}l${n((x - WIDTH / 2) * 0.16)} 100" stroke="${palette.ink}" stroke-width="2.4" opacity=".3"/>`,
    );
  strokes(canvas, 50, {
    x: [-60, WIDTH],
    y: [top + 14, HEIGHT],
    width: [40, 160],
    height: 4,
    colours: [palette.light, palette.ink],
    opacity: 0.1,
  });
  const x = WIDTH * canvas.between(0.64, 0.8);
  const iron = mix(palette.ink, palette.land[4], 0.3);
  canvas.add(
    `<path d="M${n(x)} ${top - 22}q-40 40 -110 44T${n(x - 200)} ${top + 4}q-8 8 -10 24" fill="none" stroke="${mix(palette.light, palette.land[3], 0.5)}" stroke-width="4"/>` +
      `<ellipse cx="${n(x)}" cy="${top + 30}" rx="46" ry="9" fill="${palette.ink}" opacity=".35"/><path d="M${n(x - 20)} ${top + 30}l5 -52h30l5 52Z" fill="${iron}"/><rect x="${n(x - 26)}" y="${top - 36}" width="52" height="20" rx="9" fill="${mix(iron, palette.light, 0.15)}"/>`,
  );
}
