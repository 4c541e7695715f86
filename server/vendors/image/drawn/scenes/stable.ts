import { brush, glow, HEIGHT, mist, n, sky, stars, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { hills, meadow, polygon, quad } from "../parts.ts";

export const stable: Scene = {
  alt: "A small stable with a manger of straw, and the light that comes from it",
  dim: true,
  moods: ["longing", "hope"],
  only: ["christmas", "advent"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(450, 490);
  sky(canvas, horizon);
  stars(canvas, palette.night ? 380 : 170, horizon * 0.9);
  hills(canvas, horizon, 3);
  meadow(canvas, 660, mix(palette.land[3], palette.land[2], 0.25), 8);
  mist(canvas, 640, 80, palette.sky[3], 0.16);
  const foot = { x: WIDTH * canvas.between(0.44, 0.56), y: 722 };
  const star = { x: foot.x + canvas.between(-40, 40), y: canvas.between(110, 150) };
  glow(canvas, star, 190, palette.light, 0.6);
  polygon(canvas, [star.x - 4, star.y, star.x, star.y - 64, star.x + 4, star.y, star.x, star.y + 150], palette.light, 0.75);
  polygon(canvas, [star.x, star.y - 3, star.x - 58, star.y, star.x, star.y + 3, star.x + 58, star.y], palette.light, 0.75);
  hut(canvas, foot);
  manger(canvas, foot);
  posts(canvas, foot);
}

const HUT = { half: 250, eaves: 238, ridge: 372 };

/** The inside with its back wall of boards, lit from the manger, and the light on the ground. */
function hut(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const wood = mix(mix(palette.land[4], palette.glow, 0.22), palette.ink, 0.25);
  glow(canvas, { x, y: y - 90 }, 560, palette.glow, 0.5);
  polygon(
    canvas,
    [x - HUT.half, y, x - HUT.half, y - HUT.eaves, x, y - HUT.ridge + 20, x + HUT.half, y - HUT.eaves, x + HUT.half, y],
    wood,
  );
  for (let i = -5; i <= 5; i++)
    canvas.add(
      `<path d="M${n(x + i * 42)} ${n(y)}V${n(y - HUT.ridge + 40 + Math.abs(i) * 22)}" stroke="${palette.ink}" stroke-width="3" opacity=".4"/>`,
    );
  glow(canvas, { x, y: y - 96 }, 260, palette.light, 0.6);
  const spill = canvas.define(
    (id) =>
      `<radialGradient id="${id}"><stop offset="0" stop-color="${palette.light}" stop-opacity=".6"/><stop offset=".5" stop-color="${palette.glow}" stop-opacity=".28"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(`<ellipse cx="${n(x)}" cy="${n(y + 26)}" rx="460" ry="92" fill="url(#${spill})"/>`);
  for (let i = 0; i < 60; i++)
    brush(
      canvas,
      { x: x + canvas.between(-380, 300), y: y + canvas.between(0, HEIGHT - y - 20) },
      canvas.between(30, 90),
      3,
      i % 3 ? palette.glow : palette.ink,
      0.24,
    );
}

function manger(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const wood = mix(palette.ink, palette.glow, 0.34);
  glow(canvas, { x, y: y - 96 }, 130, palette.light, 0.8);
  let straw = "";
  for (let i = 0; i < 110; i++)
    straw += `<path d="M${n(x + canvas.between(-84, 84))} ${n(y - canvas.between(62, 84))}l${n(canvas.between(-30, 30))} ${n(canvas.between(-26, 8))}"/>`;
  canvas.add(`<g stroke="${mix(palette.light, palette.glow, 0.35)}" stroke-width="3" stroke-linecap="round">${straw}</g>`);
  canvas.add(
    `<path d="M${n(x - 58)} ${n(y - 78)}q20 -30 62 -28q46 2 58 28q-60 16 -120 0Z" fill="${mix(palette.light, "#ffffff", 0.4)}"/><path d="M${n(x - 40)} ${n(y - 80)}q40 -16 88 0M${n(x - 20)} ${n(y - 98)}q20 14 10 26" stroke="${palette.glow}" stroke-width="3" fill="none" opacity=".6"/>`,
  );
  quad(canvas, [x - 104, x + 104, y - 70], [x - 72, x + 72, y - 22], wood);
  canvas.add(
    `<path d="M${n(x - 98)} ${n(y - 58)}H${n(x + 98)}M${n(x - 84)} ${n(y - 40)}H${n(x + 84)}" stroke="${palette.ink}" stroke-width="3" opacity=".6"/><path d="M${n(x - 92)} ${n(y + 14)}L${n(x - 40)} ${n(y - 66)}M${n(x - 40)} ${n(y + 14)}L${n(x - 86)} ${n(y - 66)}M${n(x + 92)} ${n(y + 14)}L${n(x + 40)} ${n(y - 66)}M${n(x + 40)} ${n(y + 14)}L${n(x + 86)} ${n(y - 66)}" stroke="${wood}" stroke-width="10" stroke-linecap="round"/>`,
  );
}

/** What stands in front: the corner posts, and the roof with its thatch. */
function posts(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const dark = mix(palette.ink, palette.land[4], 0.3);
  for (const side of [-1, 1]) {
    canvas.add(
      `<rect x="${n(x + side * HUT.half - 13)}" y="${n(y - HUT.eaves - 10)}" width="26" height="${HUT.eaves + 24}" fill="${dark}"/><rect x="${n(x + side * HUT.half - (side > 0 ? 13 : -7))}" y="${n(y - HUT.eaves)}" width="6" height="${HUT.eaves + 12}" fill="${palette.glow}" opacity=".6"/>`,
    );
    polygon(
      canvas,
      [
        x,
        y - HUT.ridge,
        x + side * (HUT.half + 62),
        y - HUT.eaves + 34,
        x + side * (HUT.half + 48),
        y - HUT.eaves + 62,
        x,
        y - HUT.ridge + 44,
      ],
      dark,
    );
    for (let i = 0; i < 26; i++) {
      const t = i / 25;
      const at = { x: x + side * t * (HUT.half + 54), y: y - HUT.ridge + 40 + t * (HUT.ridge - HUT.eaves + 18) };
      canvas.add(
        `<path d="M${n(at.x)} ${n(at.y - 30)}l${n(side * 7)} ${n(canvas.between(30, 44))}" stroke="${mix(dark, palette.glow, canvas.between(0.05, 0.3))}" stroke-width="5"/>`,
      );
    }
  }
}
