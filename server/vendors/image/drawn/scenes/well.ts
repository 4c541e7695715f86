import { glow, HEIGHT, land, mist, n, sky, skyline, stars, texture, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";

export const well: Scene = {
  alt: "An old stone well under a tree, a lamp standing on its rim",
  dim: true,
  moods: ["grief", "fear", "longing", "peace"],
  themes: ["anxiety", "loneliness", "work-and-worth", "marriage", "guilt-and-shame", "infertility", "singleness", "money"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(440, 480);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 240, horizon);
  [0, 1, 2].forEach((i) => {
    land(canvas, skyline(canvas, horizon + i * 36, 34, 0.5), palette.land[i] ?? palette.ink, palette.sky[3], 0.35);
    mist(canvas, horizon + 30 + i * 40, 70, palette.sky[3], 0.22);
  });
  const ground = skyline(canvas, 630, 8, 0.3);
  land(canvas, ground, palette.land[3], palette.land[4], 0.9);
  texture(canvas, ground, mix(palette.land[3], palette.light, 0.2), 70, 220, 0.16);
  const x = WIDTH * canvas.between(0.42, 0.58);
  tree(canvas, x - canvas.between(280, 340));
  stones(canvas, x, 740);
}

function stones(canvas: Canvas, x: number, floor: number): void {
  const { palette } = canvas;
  const stone = mix(palette.land[2], palette.land[3], 0.5);
  const lamp = { x: x + 78, y: floor - 168 };
  glow(canvas, lamp, 440, palette.glow, 0.55);
  canvas.add(`<ellipse cx="${n(x)}" cy="${n(floor + 14)}" rx="210" ry="30" fill="${palette.ink}" opacity=".5"/>`);
  canvas.add(
    `<path d="M${n(x - 160)} ${n(floor - 120)}V${n(floor)}Q${n(x)} ${n(floor + 52)} ${n(x + 160)} ${n(floor)}V${n(floor - 120)}Z" fill="${stone}"/>`,
  );
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i < 7; i++) {
      const t = (i + (row % 2) * 0.5) / 7;
      const left = x - 160 + t * 320;
      const width = 320 / 7 - 5;
      const bow = Math.sin(Math.min(1, t + 0.07) * Math.PI) * (20 + row * 6);
      const y = floor - 118 + row * 25 + bow;
      const towardsLamp = Math.max(0, 1 - Math.abs(left + 22 - lamp.x) / 210);
      canvas.add(
        `<rect x="${n(left + 2)}" y="${n(y)}" width="${n(Math.min(width, x + 158 - left))}" height="21" rx="5" fill="${mix(mix(stone, palette.ink, canvas.between(0.05, 0.32)), palette.light, towardsLamp * 0.34 * (1 - row * 0.13))}"/>`,
      );
    }
  }
  canvas.add(
    `<ellipse cx="${n(x)}" cy="${n(floor - 120)}" rx="164" ry="35" fill="${mix(stone, palette.light, 0.22)}"/><ellipse cx="${n(x)}" cy="${n(floor - 119)}" rx="126" ry="24" fill="${palette.ink}"/>` +
      `<ellipse cx="${n(x + 34)}" cy="${n(floor - 112)}" rx="52" ry="8" fill="${palette.glow}" opacity=".28"/>`,
  );
  // The lamp on the rim: a clay bowl and its flame.
  canvas.add(
    `<path d="M${n(lamp.x - 24)} ${n(lamp.y + 28)}q24 22 50 0q8 -3 14 -12l-16 2q-24 -6 -48 10Z" fill="${mix(palette.ink, palette.glow, 0.32)}"/>` +
      `<path d="M${n(lamp.x + 38)} ${n(lamp.y + 18)}c-9 -12 -3 -20 2 -34c7 13 11 23 -2 34Z" fill="${palette.light}"/>`,
  );
  glow(canvas, { x: lamp.x + 39, y: lamp.y + 4 }, 92, palette.light, 0.8);
}

function tree(canvas: Canvas, x: number): void {
  const { palette } = canvas;
  const wood = mix(palette.ink, palette.land[4], 0.3);
  canvas.add(
    `<path d="M${n(x - 30)} 700C${n(x)} 600 ${n(x - 36)} 520 ${n(x - 6)} 440L${n(x + 16)} 442C${n(x + 2)} 520 ${n(x + 34)} 600 ${n(x + 40)} 700Z" fill="${wood}"/>` +
      `<path d="M${n(x)} 500Q${n(x + 60)} 420 ${n(x + 130)} 372M${n(x + 2)} 480Q${n(x - 70)} 420 ${n(x - 140)} 380M${n(x + 6)} 450Q${n(x + 14)} 380 ${n(x - 4)} 310" fill="none" stroke="${wood}" stroke-width="13" stroke-linecap="round"/>`,
  );
  for (let i = 0; i < 170; i++) {
    const a = canvas.between(0, Math.PI * 2);
    const r = canvas.random() ** 0.6;
    const cx = x + Math.cos(a) * 230 * r;
    const cy = 330 + Math.sin(a) * 128 * r;
    const lit = cx > x && canvas.random() < 0.4;
    const colour = lit ? mix(palette.land[2], palette.glow, 0.24) : mix(palette.land[4], palette.land[3], canvas.random());
    canvas.add(
      `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(canvas.between(16, 42))}" ry="${n(canvas.between(9, 20))}" fill="${colour}" opacity="${canvas.between(0.55, 0.95).toFixed(2)}" transform="rotate(${n(canvas.between(-40, 40))} ${n(cx)} ${n(cy)})"/>`,
    );
  }
  canvas.add(
    `<ellipse cx="${n(x)}" cy="704" rx="120" ry="16" fill="${palette.ink}" opacity=".35"/><rect y="${HEIGHT}" width="1" height="1"/>`,
  );
}
