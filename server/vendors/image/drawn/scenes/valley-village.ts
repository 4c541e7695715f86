import { disc, glow, land, mist, n, sky, skyline, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, house, meadow, polygon, quad, trunk } from "../parts.ts";

export const valleyVillage: Scene = {
  alt: "A village in a green valley, with mountains in the sun above it",
  moods: ["hope", "gratitude", "peace"],
  themes: ["love-of-neighbor", "moving-house", "other-faiths", "shift-work", "parenting", "new-to-faith", "temptation"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  sky(canvas, 470);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 + side * canvas.between(0.2, 0.3)), y: canvas.between(130, 190) }, 30);
  const high = Math.floor(canvas.between(0, 3));
  for (let i = 0; i < 3; i++)
    peak(
      canvas,
      { x: WIDTH * (0.16 + i * 0.33 + canvas.between(-0.06, 0.06)), y: (i === high ? 165 : 265) + canvas.between(-20, 40) },
      side,
    );
  mist(canvas, 500, 190, mix(palette.sky[3], palette.light, 0.4), 0.6);
  land(canvas, skyline(canvas, 520, 30, 0.6), palette.land[1], palette.land[2], 0.5);
  meadow(canvas, 580, mix(palette.land[2], palette.land[1], 0.4), 14);
  const middle = WIDTH * canvas.between(0.42, 0.58);
  const green = { dark: palette.land[4], light: mix(palette.land[1], palette.glow, 0.2), size: 11, count: 46 };
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 5 - row; i++) {
      const width = 62 + row * 18;
      const x = middle + (i - (4 - row) / 2) * (width * 1.9) + canvas.between(-16, 16) - width / 2;
      const y = 620 + row * 44 + canvas.between(-6, 6);
      if (canvas.random() < 0.7) crown(canvas, { x: x + width * 1.35, y: y - 20 }, 26 + row * 5, 26 + row * 5, green, side);
      house(canvas, { x, y }, width, {
        wall: mix(palette.light, palette.land[1], canvas.between(0.2, 0.42)),
        roof: mix("#9a5a42", palette.land[2], canvas.between(0.2, 0.45)),
      });
    }
    if (row === 0) tower(canvas, { x: middle + canvas.between(-30, 30), y: 652 });
  }
  meadow(canvas, 760, mix(palette.land[3], palette.land[2], 0.45), 16);
  for (const at of [0.08, 0.19, 0.8, 0.92]) {
    const foot = { x: WIDTH * at + canvas.between(-40, 40), y: canvas.between(760, 800) };
    trunk(canvas, foot, 90, 10, mix(palette.ink, palette.land[4], 0.3));
    crown(canvas, { x: foot.x, y: foot.y - 118 }, 86, 66, { ...green, size: 18, count: 130 }, side);
  }
  foreground(canvas, 200, 70);
}

function peak(canvas: Canvas, top: Point, side: number): void {
  const { palette } = canvas;
  const half = (600 - top.y) * canvas.between(1, 1.25);
  const ridge = canvas.between(-50, 50);
  const lit = mix(palette.land[0], palette.light, 0.3);
  const shade = mix(palette.land[1], palette.sky[1], 0.4);
  const jag = (t: number, at: number): number[] => [top.x + at * half * t + canvas.between(-10, 10), top.y + 400 * t];
  const left = [0.2, 0.45, 0.7, 1.15].flatMap((t) => jag(t, -1));
  const right = [0.2, 0.45, 0.7, 1.15].flatMap((t) => jag(t, 1));
  const spine = [1.15, 0.75, 0.5, 0.25].flatMap((t) => [top.x + ridge * t + canvas.between(-24, 24), top.y + 400 * t]);
  polygon(canvas, [top.x, top.y, ...left, ...spine], side < 0 ? lit : shade);
  polygon(canvas, [top.x, top.y, ...right, ...spine], side < 0 ? shade : lit);
  const teeth = [-0.1, 56, -0.04, 96, 0.05, 58, 0.11, 92].map((d, i) => (i % 2 ? top.y + d : top.x + d * half));
  polygon(canvas, [top.x, top.y, ...jag(0.2, -0.98), ...teeth, ...jag(0.2, 0.98)], mix(palette.light, "#ffffff", 0.3), 0.85);
}

/** The church tower between the houses. */
function tower(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const wall = mix(palette.light, palette.land[1], 0.3);
  quad(canvas, [x - 19, x + 19, y - 112], [x - 19, x + 19, y], wall);
  quad(canvas, [x + 5, x + 19, y - 112], [x + 5, x + 19, y], palette.ink, 0.14);
  polygon(canvas, [x - 24, y - 110, x, y - 188, x + 24, y - 110], mix("#7d5546", palette.land[3], 0.4));
  canvas.add(
    `<path d="M${n(x)} ${n(y - 186)}v-24M${n(x - 7)} ${n(y - 203)}h14" stroke="${palette.ink}" stroke-width="2.4"/><path d="M${n(x - 6)} ${n(y - 72)}v-14q6 -9 12 0v14Z" fill="${palette.ink}" opacity=".6"/>`,
  );
  glow(canvas, { x, y: y - 150 }, 120, palette.light, 0.2);
}
