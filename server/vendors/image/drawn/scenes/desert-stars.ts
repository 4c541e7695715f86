import { glow, land, n, sky, skyline, stars, texture, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix, type Palette } from "../palette.ts";

export const desertStars: Scene = {
  alt: "A wide clear sky above a desert, and a small fire burning between the dunes",
  dim: true,
  moods: ["grief", "fear", "longing"],
  themes: ["loneliness", "doubt", "child-loss", "infertility", "depression", "decisions", "church-hurt", "prayer", "lent"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(520, 560);
  sky(canvas, horizon);
  milkyWay(canvas, palette);
  stars(canvas, palette.night ? 520 : 260, horizon);
  const fire = { x: WIDTH * canvas.between(0.34, 0.64), y: horizon + 118 };
  [1, 2].forEach((i) => dune(canvas, horizon - 14 + i * 44, 30, i));
  glow(canvas, fire, 420, palette.glow, 0.6);
  flame(canvas, fire.x, fire.y);
  [3, 4].forEach((i) => dune(canvas, horizon + 64 + (i - 2) * 76, 26 + i * 6, i));
  glow(canvas, { x: fire.x, y: fire.y + 4 }, 120, palette.light, 0.5);
}

function dune(canvas: Canvas, base: number, height: number, i: number): void {
  const { palette } = canvas;
  const sand = mix(palette.land[i] ?? palette.ink, palette.glow, 0.14);
  const line = skyline(canvas, base, height, 0.12);
  land(canvas, line, sand, palette.land[Math.min(4, i + 1)] ?? palette.ink, 0.6);
  texture(canvas, line, mix(sand, palette.light, 0.3), 46, 130, 0.1);
}

function milkyWay(canvas: Canvas, palette: Palette): void {
  const x = canvas.between(200, 700);
  for (let i = 0; i < 60; i++) {
    const t = canvas.random();
    canvas.add(
      `<ellipse cx="${n(x + t * 620 + canvas.between(-70, 70))}" cy="${n(40 + t * 420 + canvas.between(-60, 60))}" rx="${n(canvas.between(40, 130))}" ry="${n(canvas.between(16, 46))}" fill="${palette.sky[3]}" opacity=".03" transform="rotate(34 ${n(x + t * 620)} ${n(40 + t * 420)})"/>`,
    );
  }
}

function flame(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const tongue = (size: number, colour: string): string =>
    `<path d="M${n(x)} ${n(y - size * 1.9)}C${n(x + size * 0.2)} ${n(y - size * 1.1)} ${n(x + size * 0.75)} ${n(y - size * 0.8)} ${n(x + size * 0.5)} ${n(y)}H${n(x - size * 0.5)}C${n(x - size * 0.8)} ${n(y - size * 0.7)} ${n(x - size * 0.15)} ${n(y - size)} ${n(x)} ${n(y - size * 1.9)}Z" fill="${colour}"/>`;
  canvas.add(tongue(19, palette.glow) + tongue(11, palette.light));
  canvas.add(
    `<path d="M${n(x - 26)} ${n(y + 4)}L${n(x + 24)} ${n(y - 8)}M${n(x - 24)} ${n(y - 8)}L${n(x + 26)} ${n(y + 4)}" stroke="${palette.ink}" stroke-width="6" stroke-linecap="round"/>`,
  );
}
