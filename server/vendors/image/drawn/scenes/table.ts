import { brush, glow, HEIGHT, n, verticalGradient, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const table: Scene = {
  alt: "A table with bread, a cup and one burning candle",
  dim: true,
  moods: ["grief", "fear", "longing", "peace"],
  themes: ["singleness", "money", "caregiving", "family-conflict", "pride-and-humility", "grace"],
  draw,
};

const EDGE = 600;

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const dark = mix(palette.sky[0], palette.ink, 0.45);
  const wall = verticalGradient(canvas, [
    [0, mix(dark, palette.ink, 0.4)],
    [1, mix(palette.sky[1], palette.ink, 0.3)],
  ]);
  canvas.add(`<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${wall})"/>`);
  for (let i = 0; i < 40; i++) {
    const at = { x: canvas.between(-200, WIDTH), y: canvas.between(20, EDGE) };
    brush(
      canvas,
      at,
      canvas.between(180, 620),
      canvas.between(8, 30),
      i % 2 ? palette.sky[2] : palette.ink,
      canvas.between(0.04, 0.11),
    );
  }
  const candle = { x: WIDTH * canvas.between(0.42, 0.54), y: EDGE + 62 };
  const fire = { x: candle.x, y: candle.y - 236 };
  glow(canvas, fire, 760, palette.glow, 0.62);
  board(canvas, candle);
  const side = canvas.random() < 0.5 ? 1 : -1;
  loaf(canvas, { x: candle.x + side * 286, y: EDGE + 104 });
  cup(canvas, { x: candle.x - side * 216, y: EDGE + 96 }, side);
  light(canvas, candle, fire);
}

/** The table: planks that run towards the light. */
function board(canvas: Canvas, candle: Point): void {
  const { palette } = canvas;
  const wood = mix(mix(palette.land[4], palette.glow, 0.3), palette.ink, 0.25);
  const fill = verticalGradient(canvas, [
    [0, mix(wood, palette.light, 0.16)],
    [1, mix(wood, palette.ink, 0.55)],
  ]);
  const pool = canvas.define(
    (id) =>
      `<radialGradient id="${id}"><stop offset="0" stop-color="${palette.glow}" stop-opacity=".5"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(`<path d="M-10 ${EDGE}H${WIDTH + 10}V${HEIGHT}H-10Z" fill="url(#${fill})"/>`);
  for (let i = -9; i <= 9; i++)
    canvas.add(
      `<path d="M${n(candle.x + i * 104)} ${EDGE}L${n(candle.x + i * 228)} ${HEIGHT}" stroke="${palette.ink}" stroke-width="3" opacity=".3"/>`,
    );
  for (let i = 0; i < 70; i++) {
    const at = { x: canvas.between(-100, WIDTH), y: canvas.between(EDGE + 8, HEIGHT) };
    brush(
      canvas,
      at,
      canvas.between(60, 260),
      canvas.between(2, 6),
      i % 3 ? palette.ink : palette.light,
      canvas.between(0.05, 0.13),
    );
  }
  canvas.add(
    `<ellipse cx="${n(candle.x)}" cy="${n(candle.y + 22)}" rx="640" ry="120" fill="url(#${pool})"/><path d="M-10 ${EDGE}H${WIDTH + 10}" stroke="${mix(wood, palette.light, 0.5)}" stroke-width="3" opacity=".5"/>`,
  );
}

function shadow(canvas: Canvas, at: Point, width: number): void {
  canvas.add(
    `<ellipse cx="${n(at.x)}" cy="${n(at.y)}" rx="${n(width)}" ry="${n(width * 0.13)}" fill="${canvas.palette.ink}" opacity=".5"/>`,
  );
}

function light(canvas: Canvas, candle: Point, fire: Point): void {
  const { palette } = canvas;
  const wax = mix(palette.light, palette.land[0], 0.25);
  shadow(canvas, { x: candle.x, y: candle.y + 24 }, 86);
  canvas.add(
    `<path d="M${n(candle.x - 76)} ${n(candle.y + 12)}q76 34 152 0l-16 14q-60 20 -120 0Z" fill="${mix(palette.ink, palette.glow, 0.35)}"/>` +
      `<rect x="${n(candle.x - 25)}" y="${n(fire.y + 42)}" width="50" height="${n(candle.y - fire.y - 24)}" rx="5" fill="${wax}"/>` +
      `<rect x="${n(candle.x + 6)}" y="${n(fire.y + 42)}" width="19" height="${n(candle.y - fire.y - 24)}" rx="5" fill="${mix(wax, palette.ink, 0.5)}" opacity=".5"/>` +
      `<path d="M${n(fire.x)} ${n(fire.y + 46)}v-16" stroke="${palette.ink}" stroke-width="3"/>`,
  );
  glow(canvas, fire, 250, palette.light, 0.55);
  canvas.add(
    `<path d="M${n(fire.x)} ${n(fire.y - 44)}C${n(fire.x + 8)} ${n(fire.y - 18)} ${n(fire.x + 20)} ${n(fire.y)} ${n(fire.x + 15)} ${n(fire.y + 20)}Q${n(fire.x)} ${n(fire.y + 38)} ${n(fire.x - 15)} ${n(fire.y + 20)}C${n(fire.x - 20)} ${n(fire.y)} ${n(fire.x - 7)} ${n(fire.y - 18)} ${n(fire.x)} ${n(fire.y - 44)}Z" fill="${palette.light}"/>`,
  );
  glow(canvas, fire, 96, palette.light, 0.9);
}

function loaf(canvas: Canvas, at: Point): void {
  const { palette } = canvas;
  const crust = mix(palette.glow, palette.ink, 0.42);
  shadow(canvas, { x: at.x, y: at.y + 10 }, 176);
  canvas.add(
    `<path d="M${n(at.x - 160)} ${n(at.y)}C${n(at.x - 170)} ${n(at.y - 92)} ${n(at.x - 70)} ${n(at.y - 128)} ${n(at.x)} ${n(at.y - 126)}C${n(at.x + 90)} ${n(at.y - 124)} ${n(at.x + 168)} ${n(at.y - 82)} ${n(at.x + 158)} ${n(at.y)}Q${n(at.x)} ${n(at.y + 24)} ${n(at.x - 160)} ${n(at.y)}Z" fill="${crust}"/>`,
  );
  for (let i = -2; i <= 2; i++)
    canvas.add(
      `<path d="M${n(at.x + i * 58 - 16)} ${n(at.y - 98 + Math.abs(i) * 14)}q18 22 22 58" stroke="${mix(crust, palette.light, 0.55)}" stroke-width="9" stroke-linecap="round" fill="none" opacity=".75"/>`,
    );
  for (let i = 0; i < 16; i++) {
    const spot = { x: at.x + canvas.between(-130, 90), y: at.y - canvas.between(10, 96) };
    brush(canvas, spot, canvas.between(20, 60), canvas.between(3, 9), i % 2 ? palette.light : palette.ink, 0.13);
  }
}

function cup(canvas: Canvas, at: Point, side: number): void {
  const { palette } = canvas;
  const clay = mix(palette.land[3], palette.glow, 0.3);
  shadow(canvas, { x: at.x, y: at.y + 8 }, 92);
  canvas.add(
    `<path d="M${n(at.x - 58)} ${n(at.y)}Q${n(at.x)} ${n(at.y + 20)} ${n(at.x + 58)} ${n(at.y)}L${n(at.x + 17)} ${n(at.y - 26)}V${n(at.y - 62)}Q${n(at.x + 80)} ${n(at.y - 84)} ${n(at.x + 74)} ${n(at.y - 168)}H${n(at.x - 74)}Q${n(at.x - 80)} ${n(at.y - 84)} ${n(at.x - 17)} ${n(at.y - 62)}V${n(at.y - 26)}Z" fill="${clay}"/>` +
      `<path d="M${n(at.x + side * 74)} ${n(at.y - 168)}Q${n(at.x + side * 80)} ${n(at.y - 84)} ${n(at.x + side * 17)} ${n(at.y - 62)}Q${n(at.x + side * 50)} ${n(at.y - 96)} ${n(at.x + side * 52)} ${n(at.y - 168)}Z" fill="${palette.light}" opacity=".34"/>` +
      `<ellipse cx="${n(at.x)}" cy="${n(at.y - 168)}" rx="74" ry="17" fill="${mix(clay, palette.ink, 0.5)}"/><ellipse cx="${n(at.x)}" cy="${n(at.y - 165)}" rx="63" ry="12" fill="${mix(palette.glow, palette.ink, 0.72)}"/>`,
  );
}
