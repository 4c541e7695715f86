import { disc, mist, n, sky, stars, WIDTH, type Canvas, type Point, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { crown, foreground, hills, meadow, trunk } from "../parts.ts";

export const sheepHill: Scene = {
  alt: "Sheep on a hill pasture, and a tree with a shepherd's staff against it",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["leader-fell", "hell-and-judgment", "in-everything", "weariness-and-rest", "needing-help", "pastors-own-soul"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(390, 430);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 220, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  disc(canvas, { x: WIDTH * (0.5 - side * canvas.between(0.1, 0.24)), y: horizon - canvas.between(40, 90) }, 30);
  hills(canvas, horizon, 3);
  meadow(canvas, horizon + 120, mix(palette.land[2], palette.land[1], 0.2), 22);
  const foot = { x: WIDTH * (0.5 + side * canvas.between(0.2, 0.26)), y: 640 };
  const leaves = { dark: palette.land[4], light: mix(palette.land[1], palette.glow, 0.3), size: 26, count: 230 };
  trunk(canvas, foot, 200, 22, mix(palette.ink, palette.land[4], 0.3));
  crown(canvas, { x: foot.x, y: foot.y - 265 }, 210, 120, leaves, -side);
  staff(canvas, { x: foot.x - side * 60, y: foot.y + 14 }, side);
  const flock = Array.from({ length: 13 }, (_, i) => ({
    x: WIDTH * 0.5 - side * canvas.between(-140, 640),
    y: horizon + 175 + i * 19 + canvas.between(-6, 6),
  }));
  for (const at of flock) sheep(canvas, at, 0.3 + ((at.y - horizon - 150) / 280) * 0.75, canvas.random() < 0.5 ? 1 : -1, -side);
  mist(canvas, horizon + 170, 90, mix(palette.sky[3], palette.light, 0.3), 0.16);
  foreground(canvas, 200, 80);
}

function sheep(canvas: Canvas, { x, y }: Point, scale: number, facing: number, lightSide: number): void {
  const { palette } = canvas;
  const wool = mix(mix(palette.light, palette.sky[2], 0.3), palette.land[2], 0.12);
  const dark = mix(palette.ink, palette.land[4], 0.3);
  const s = (value: number): number => value * scale;
  const lying = canvas.random() < 0.4;
  const body = y - s(lying ? 22 : 40);
  canvas.add(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(s(56))}" ry="${n(s(7))}" fill="${palette.ink}" opacity=".35"/>`);
  if (!lying)
    canvas.add(
      `<path d="M${n(x - s(26))} ${n(body)}V${n(y)}M${n(x - s(14))} ${n(body)}V${n(y)}M${n(x + s(14))} ${n(body)}V${n(y)}M${n(x + s(26))} ${n(body)}V${n(y)}" stroke="${dark}" stroke-width="${n(s(7))}"/>`,
    );
  let fleece = "";
  for (let i = 0; i < 13; i++) {
    const angle = (i / 13) * Math.PI * 2;
    const lift = Math.max(0, Math.cos(angle) * lightSide * 0.5 - Math.sin(angle) * 0.7);
    fleece += `<circle cx="${n(x + Math.cos(angle) * s(37))}" cy="${n(body + Math.sin(angle) * s(18))}" r="${n(s(12.5))}" fill="${mix(mix(wool, palette.land[3], 0.42), wool, lift)}"/>`;
  }
  const head = { x: x + facing * s(54), y: body + s(lying ? -12 : canvas.random() < 0.5 ? 16 : -10) };
  canvas.add(
    `${fleece}<ellipse cx="${n(x)}" cy="${n(body)}" rx="${n(s(37))}" ry="${n(s(20))}" fill="${mix(wool, palette.land[2], 0.14)}"/>` +
      `<ellipse cx="${n(head.x)}" cy="${n(head.y)}" rx="${n(s(14))}" ry="${n(s(10))}" fill="${dark}" transform="rotate(${facing * 32} ${n(head.x)} ${n(head.y)})"/><ellipse cx="${n(head.x - facing * s(10))}" cy="${n(head.y - s(6))}" rx="${n(s(8))}" ry="${n(s(3.5))}" fill="${dark}"/>`,
  );
}

/** The staff leans at the trunk. */
function staff(canvas: Canvas, { x, y }: Point, side: number): void {
  const tip = { x: x + side * 44, y: y - 176 };
  canvas.add(
    `<path d="M${n(x)} ${n(y)}L${n(tip.x)} ${n(tip.y)}q${n(side * 8)} -32 ${n(-side * 12)} -34q${n(-side * 16)} 0 ${n(-side * 16)} 16" fill="none" stroke="${mix(canvas.palette.light, canvas.palette.land[3], 0.45)}" stroke-width="6" stroke-linecap="round"/>`,
  );
}
