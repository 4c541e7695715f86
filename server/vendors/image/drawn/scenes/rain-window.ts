import { brush, glow, HEIGHT, land, mist, n, sky, skyline, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { quad, strokes } from "../parts.ts";

export const rainWindow: Scene = {
  alt: "Rain on a window, and the sky beyond it clearing",
  moods: ["grief", "fear", "longing"],
  themes: ["animal-died", "after-an-abortion", "depression", "anxiety", "pain-that-stays", "someone-forgets", "losing-memory"],
  draw,
};

const FRAME = { left: 210, right: 1326, top: 60, bottom: 716 };

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(470, 510);
  sky(canvas, horizon);
  const light = { x: WIDTH * canvas.between(0.36, 0.64), y: horizon - 20 };
  glow(canvas, light, 560, palette.glow, 0.6);
  glow(canvas, light, 190, palette.light, 0.75);
  strokes(canvas, 16, {
    x: [-100, WIDTH - 300],
    y: [60, 330],
    width: [400, 900],
    height: [24, 60],
    colours: [mix(palette.sky[0], palette.ink, 0.3)],
    opacity: [0.1, 0.24],
  });
  [0, 1, 2].forEach((i) =>
    land(canvas, skyline(canvas, horizon + i * 52, 34, 0.4), palette.land[i] ?? palette.ink, palette.sky[3], 0.5 - i * 0.1),
  );
  mist(canvas, horizon + 90, 220, mix(palette.sky[3], palette.light, 0.25), 0.4);
  drops(canvas);
  room(canvas);
}

/** Drops that hang, and a few that have run down; each has a bright lower rim. */
function drops(canvas: Canvas): void {
  const { palette } = canvas;
  for (let i = 0; i < 26; i++) {
    const x = canvas.between(FRAME.left, FRAME.right);
    const y = canvas.between(FRAME.top, 420);
    const length = canvas.between(90, 300);
    const sway = canvas.between(-10, 10);
    canvas.add(
      `<path d="M${n(x)} ${n(y)}q${n(sway)} ${n(length * 0.5)} 0 ${n(length)}" fill="none" stroke="${palette.light}" stroke-width="${n(canvas.between(2, 4.5))}" stroke-linecap="round" opacity=".16"/>`,
    );
    drop(canvas, x, y + length, canvas.between(6, 9));
  }
  for (let i = 0; i < 300; i++)
    drop(
      canvas,
      canvas.between(FRAME.left, FRAME.right),
      canvas.between(FRAME.top, FRAME.bottom),
      1.4 + canvas.random() ** 3 * 6,
    );
}

function drop(canvas: Canvas, x: number, y: number, size: number): void {
  const { palette } = canvas;
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * 0.8)}" ry="${n(size)}" fill="${mix(palette.sky[1], palette.ink, 0.35)}" opacity=".5"/>` +
      `<path d="M${n(x - size * 0.6)} ${n(y + size * 0.3)}q${n(size * 0.6)} ${n(size * 0.9)} ${n(size * 1.2)} 0q${n(-size * 0.6)} ${n(size * 0.4)} ${n(-size * 1.2)} 0Z" fill="${palette.light}" opacity=".75"/>`,
  );
}

/** The wall, the frame with its bars, and the sill. */
function room(canvas: Canvas): void {
  const { palette } = canvas;
  const wall = mix(palette.land[4], palette.land[3], 0.25);
  const wood = mix(palette.land[3], palette.land[2], 0.3);
  const { left, right, top, bottom } = FRAME;
  canvas.add(
    `<path fill-rule="evenodd" d="M-5 -5H${WIDTH + 5}V${HEIGHT + 5}H-5ZM${left} ${top}V${bottom}H${right}V${top}Z" fill="${wall}"/>`,
  );
  for (let i = 0; i < 40; i++) {
    const x = i % 2 ? canvas.between(-120, left - 190) : canvas.between(right + 30, WIDTH);
    brush(
      canvas,
      { x, y: canvas.between(20, HEIGHT) },
      canvas.between(60, 150),
      canvas.between(6, 16),
      i % 3 ? palette.sky[2] : palette.ink,
      0.09,
    );
  }
  canvas.add(
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="${wood}" stroke-width="26"/>` +
      `<path d="M${(left + right) / 2} ${top}V${bottom}M${left} ${n(top + (bottom - top) * 0.36)}H${right}" stroke="${wood}" stroke-width="18"/>` +
      `<path d="M${left + 12} ${bottom - 12}H${right - 12}" stroke="${mix(wood, palette.light, 0.5)}" stroke-width="4" opacity=".7"/>`,
  );
  quad(canvas, [left - 50, right + 50, bottom + 12], [left - 100, right + 100, bottom + 74], mix(wood, palette.light, 0.24));
  quad(canvas, [left - 100, right + 100, bottom + 74], [left - 100, right + 100, bottom + 96], mix(wood, palette.ink, 0.3));
  mist(canvas, bottom + 44, 50, palette.glow, 0.12);
  jug(canvas, left + canvas.between(150, 340), bottom + 52);
}

/** A jug with three twigs. */
function jug(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const clay = mix(palette.land[2], palette.glow, 0.22);
  canvas.add(
    `<path d="M${n(x)} ${n(y - 120)}Q${n(x - 24)} ${n(y - 200)} ${n(x - 66)} ${n(y - 260)}M${n(x)} ${n(y - 120)}Q${n(x + 6)} ${n(y - 220)} ${n(x + 22)} ${n(y - 300)}M${n(x)} ${n(y - 120)}Q${n(x + 34)} ${n(y - 190)} ${n(x + 84)} ${n(y - 226)}" fill="none" stroke="${palette.ink}" stroke-width="4"/>`,
  );
  for (let i = 0; i < 26; i++) {
    const t = canvas.between(0.35, 1);
    const [dx, dy] = [
      [-66, -140],
      [22, -180],
      [84, -106],
    ][i % 3] as [number, number];
    canvas.add(
      `<ellipse cx="${n(x + dx * t + canvas.between(-12, 12))}" cy="${n(y - 120 + dy * t + canvas.between(-10, 10))}" rx="9" ry="5" fill="${mix(palette.land[2], palette.light, canvas.between(0.1, 0.5))}" transform="rotate(${n(canvas.between(-60, 60))} ${n(x + dx * t)} ${n(y - 120 + dy * t)})"/>`,
    );
  }
  canvas.add(
    `<ellipse cx="${n(x + 6)}" cy="${n(y + 2)}" rx="64" ry="9" fill="${palette.ink}" opacity=".4"/><path d="M${n(x - 26)} ${n(y - 130)}h52q-6 22 8 40q22 30 14 60q-6 26 -18 32h-60q-12 -6 -18 -32q-8 -30 14 -60q14 -18 8 -40Z" fill="${clay}"/><path d="M${n(x + 20)} ${n(y - 128)}q-4 20 10 38q22 30 14 60q-6 26 -18 32h-16q20 -40 8 -70q-12 -30 -6 -60Z" fill="${palette.light}" opacity=".22"/>`,
  );
}
