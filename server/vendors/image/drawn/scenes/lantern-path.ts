import { brush, glow, HEIGHT, mist, n, sky, stars, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow, polygon, quad, trunk } from "../parts.ts";

export const lanternPath: Scene = {
  alt: "A lantern set down on a path, its light on the next few steps",
  dim: true,
  moods: ["grief", "fear", "longing"],
  themes: ["decisions", "doubt", "adrift", "before-an-exam", "fear-and-courage", "unplanned", "why-suffering", "left-by-suicide"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(400, 440);
  sky(canvas, horizon);
  stars(canvas, palette.night ? 300 : 60, horizon * 0.9);
  hills(canvas, horizon, 3);
  meadow(canvas, horizon + 110, mix(palette.land[3], palette.land[2], 0.3));
  const bark = mix(palette.ink, palette.land[4], 0.4);
  for (const at of [0.08, 0.22, 0.8, 0.95]) {
    const foot = { x: WIDTH * at + canvas.between(-30, 30), y: canvas.between(590, 640) };
    trunk(canvas, foot, 190, 15, bark);
    crown(
      canvas,
      { x: foot.x, y: foot.y - 240 },
      120,
      100,
      { dark: palette.ink, light: palette.land[2], size: 20, count: 120 },
      at < 0.5 ? 1 : -1,
    );
  }
  mist(canvas, horizon + 150, 90, palette.sky[3], 0.16);
  const lamp = { x: WIDTH * canvas.between(0.44, 0.52), y: 744 };
  way(canvas, lamp, horizon + 116);
  light(canvas, lamp);
  foreground(canvas, 240, 110);
}

/** The path, which goes on from the lantern into the dark. */
function way(canvas: Canvas, lamp: Point, end: number): void {
  const { palette } = canvas;
  const swing = canvas.random() < 0.5 ? -1 : 1;
  const rows = Array.from({ length: 31 }, (_, i) => {
    const t = i / 30;
    return {
      x: lamp.x + 60 + Math.sin((1 - t) * 3.4) * 210 * swing * (1 - t) ** 0.8,
      y: end + (HEIGHT + 20 - end) * t ** 1.3,
      half: 4 + 210 * t ** 1.6,
    };
  });
  const stone = mix(palette.land[1], palette.land[2], 0.45);
  const ahead = rows.flatMap((row) => [row.x - row.half, row.y]);
  const back = rows.toReversed().flatMap((row) => [row.x + row.half, row.y]);
  polygon(canvas, [...ahead, ...back], stone);
  const pool = canvas.define(
    (id) =>
      `<radialGradient id="${id}"><stop offset="0" stop-color="${palette.light}" stop-opacity=".75"/><stop offset=".45" stop-color="${palette.glow}" stop-opacity=".34"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>`,
  );
  canvas.add(`<ellipse cx="${n(lamp.x)}" cy="${n(lamp.y)}" rx="470" ry="130" fill="url(#${pool})"/>`);
  for (let i = 0; i < 90; i++) {
    const row = rows[Math.floor(canvas.random() ** 0.7 * 31)];
    if (!row) continue;
    const x = row.x + canvas.between(-0.9, 0.6) * row.half;
    const near = Math.max(0, 1 - Math.hypot(x - lamp.x, (row.y - lamp.y) * 2.4) / 420);
    brush(
      canvas,
      { x, y: row.y },
      row.half * canvas.between(0.15, 0.4),
      2 + row.half * 0.04,
      canvas.random() < 0.35 + near * 0.4 ? palette.light : palette.ink,
      0.1 + near * 0.22,
    );
  }
}

/** The lantern: a roof with a ring, four panes, and its flame. */
function light(canvas: Canvas, { x, y }: Point): void {
  const { palette } = canvas;
  const iron = mix(palette.ink, palette.land[4], 0.2);
  const fire = { x, y: y - 78 };
  glow(canvas, fire, 470, palette.glow, 0.6);
  canvas.add(`<ellipse cx="${n(x)}" cy="${n(y + 3)}" rx="62" ry="10" fill="${palette.ink}" opacity=".55"/>`);
  quad(canvas, [x - 40, x + 40, y - 122], [x - 46, x + 46, y - 10], mix(palette.glow, palette.light, 0.45));
  glow(canvas, fire, 120, palette.light, 0.95);
  canvas.add(
    `<path d="M${n(x)} ${n(fire.y - 30)}q20 30 9 48q-9 10 -18 0q-11 -18 9 -48Z" fill="#fffaf0"/>` +
      `<path d="M${n(x - 40)} ${n(y - 122)}L${n(x - 46)} ${n(y - 10)}M${n(x + 40)} ${n(y - 122)}L${n(x + 46)} ${n(y - 10)}M${n(x - 14)} ${n(y - 122)}L${n(x - 16)} ${n(y - 10)}M${n(x + 14)} ${n(y - 122)}L${n(x + 16)} ${n(y - 10)}" stroke="${iron}" stroke-width="5"/>` +
      `<path d="M${n(x - 54)} ${n(y + 2)}h108v-14h-108ZM${n(x - 54)} ${n(y - 118)}h108l-34 -34h-40Z" fill="${iron}"/><path d="M${n(x)} ${n(y - 152)}m-22 0a22 26 0 0 1 44 0" fill="none" stroke="${iron}" stroke-width="5"/>`,
  );
}
