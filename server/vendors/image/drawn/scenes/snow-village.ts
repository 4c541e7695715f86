import { disc, HEIGHT, land, mist, n, sky, skyline, stars, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { polygon, strokes } from "../parts.ts";

export const snowVillage: Scene = {
  alt: "Snow on a quiet village, and firs on the slope above it",
  moods: ["grief", "longing", "peace"],
  themes: ["child-loss", "far-from-home", "loneliness", "tragedy-in-town", "someone-inside", "beside-another", "other-faiths"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(370, 410);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 260, horizon);
  disc(canvas, { x: WIDTH * canvas.between(0.2, 0.42), y: horizon - canvas.between(90, 150) }, 28);
  const snow = mix(mix(palette.sky[2], "#ffffff", 0.52), palette.light, 0.18);
  [0, 1, 2].forEach((i) => {
    const colour = mix(palette.land[i] ?? palette.ink, snow, 0.3 + i * 0.1);
    land(canvas, skyline(canvas, horizon + i * 46, 46 - i * 8, 0.5), colour, palette.sky[3], 0.4);
  });
  mist(canvas, horizon + 120, 100, mix(palette.sky[3], palette.light, 0.3), 0.3);
  firs(canvas, horizon + 110, snow);
  const line = skyline(canvas, horizon + 170, 12, 0.3);
  land(canvas, line, mix(snow, palette.land[1], 0.25), mix(snow, palette.land[2], 0.4), 0.9);
  const middle = WIDTH * canvas.between(0.48, 0.62);
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 4; i++) {
      const width = 86 + row * 26;
      cottage(
        canvas,
        middle + (i - 1.5) * width * 1.7 + canvas.between(-18, 18) - width / 2,
        horizon + 220 + row * 62 + canvas.between(-8, 8),
        width,
        snow,
        row === 2 && i === 1,
      );
    }
  const near = skyline(canvas, 752, 16, 0.25);
  land(canvas, near, snow, mix(snow, palette.land[2], 0.5), 0.9);
  strokes(canvas, 80, {
    x: [-100, WIDTH],
    y: [770, HEIGHT],
    width: [80, 300],
    height: [4, 10],
    colours: [palette.light, palette.land[2]],
    opacity: 0.16,
  });
  fence(canvas, snow);
}

/** A house under its snow; one has a lamp. */
function cottage(canvas: Canvas, x: number, y: number, width: number, snow: string, lit: boolean): void {
  const { palette } = canvas;
  const wall = mix(mix(palette.land[3], palette.land[2], 0.4), palette.glow, 0.08);
  const height = width * 0.5;
  canvas.add(
    `<rect x="${n(x)}" y="${n(y - height)}" width="${n(width)}" height="${n(height + 8)}" fill="${wall}"/><rect x="${n(x + width * 0.66)}" y="${n(y - height)}" width="${n(width * 0.34)}" height="${n(height + 8)}" fill="${palette.ink}" opacity=".2"/>` +
      `<path d="M${n(x - width * 0.1)} ${n(y - height + 3)}Q${n(x + width * 0.2)} ${n(y - height * 1.9)} ${n(x + width * 0.3)} ${n(y - height * 2)}H${n(x + width * 0.72)}Q${n(x + width * 0.9)} ${n(y - height * 1.8)} ${n(x + width * 1.1)} ${n(y - height + 3)}Q${n(x + width / 2)} ${n(y - height + 12)} ${n(x - width * 0.1)} ${n(y - height + 3)}Z" fill="${snow}"/>` +
      `<path d="M${n(x + width * 0.72)} ${n(y - height * 2)}Q${n(x + width * 0.9)} ${n(y - height * 1.8)} ${n(x + width * 1.1)} ${n(y - height + 3)}h${n(-width * 0.3)}Z" fill="${palette.land[2]}" opacity=".28"/>` +
      `<rect x="${n(x + width * 0.2)}" y="${n(y - height * 0.7)}" width="${n(width * 0.15)}" height="${n(width * 0.17)}" fill="${lit ? palette.light : palette.ink}" opacity="${lit ? 1 : 0.5}"/><rect x="${n(x + width * 0.5)}" y="${n(y - height * 0.62)}" width="${n(width * 0.16)}" height="${n(height * 0.66)}" fill="${palette.ink}" opacity=".45"/>`,
  );
  canvas.add(
    `<ellipse cx="${n(x + width / 2)}" cy="${n(y + 9)}" rx="${n(width * 0.72)}" ry="${n(width * 0.07)}" fill="${mix(snow, palette.land[1], 0.2)}"/>`,
  );
}

function firs(canvas: Canvas, y: number, snow: string): void {
  const { palette } = canvas;
  for (let i = 0; i < 46; i++) {
    const x = i < 30 ? canvas.between(-20, WIDTH * 0.36) : canvas.between(WIDTH * 0.74, WIDTH + 20);
    const height = canvas.between(60, 130);
    const foot = y + 60 + canvas.between(-30, 34);
    const green = mix(mix(palette.land[3], palette.land[4], canvas.random()), palette.sky[2], 0.14);
    for (let k = 0; k < 3; k++) {
      const top = foot - height * (1 - k * 0.24);
      const half = height * (0.14 + k * 0.07);
      polygon(canvas, [x, top, x - half, top + height * 0.44, x + half, top + height * 0.44], green);
      polygon(canvas, [x, top, x - half * 0.75, top + height * 0.33, x - half * 0.1, top + height * 0.24], snow, 0.6);
    }
  }
}

function fence(canvas: Canvas, snow: string): void {
  const { palette } = canvas;
  const wood = mix(palette.ink, palette.land[4], 0.4);
  for (let i = 0; i < 9; i++) {
    const x = 40 + i * 70;
    const y = 800 - i * 5;
    canvas.add(
      `<path d="M${x} ${y + 16}V${y - 56}" stroke="${wood}" stroke-width="11"/><ellipse cx="${x}" cy="${y - 58}" rx="10" ry="6" fill="${snow}"/>`,
    );
  }
  canvas.add(
    `<path d="M10 770L620 730M10 796L620 754" stroke="${wood}" stroke-width="7"/><path d="M10 765L620 725" stroke="${snow}" stroke-width="4" opacity=".9"/>`,
  );
}
