import { glow, HEIGHT, land, mist, n, sky, skyline, stars, WIDTH, type Canvas, type Scene } from "../canvas.ts";
import { mix } from "../palette.ts";
import { boat, strokes, water } from "../parts.ts";

export const boatShore: Scene = {
  alt: "A fishing boat drawn up on the shore, its nets beside it and the water calm",
  moods: ["grief", "fear", "longing", "hope", "gratitude", "peace"],
  themes: ["harvest-failed", "failure", "no-job", "work-and-worth", "divorce", "adrift", "empty-success", "after-war"],
  draw,
};

function draw(canvas: Canvas): void {
  const { palette } = canvas;
  const horizon = canvas.between(400, 440);
  sky(canvas, horizon);
  if (palette.night) stars(canvas, 220, horizon);
  const side = canvas.random() < 0.5 ? -1 : 1;
  const light = { x: WIDTH * (0.5 - side * canvas.between(0.12, 0.22)), y: horizon - 12 };
  glow(canvas, light, 540, palette.glow, 0.65);
  glow(canvas, light, 170, palette.light, 0.8);
  land(canvas, skyline(canvas, horizon - 4, 30, 0.5), palette.land[0], palette.sky[3], 0.4);
  water(canvas, horizon + 24, 680, light.x, 0.75);
  mist(canvas, horizon + 24, 60, mix(palette.sky[3], palette.light, 0.4), 0.5);
  beach(canvas, side);
  const at = { x: WIDTH * (0.5 + side * canvas.between(0.08, 0.18)), y: 716 };
  canvas.add(
    `<ellipse cx="${n(at.x + 10)}" cy="${n(at.y)}" rx="220" ry="17" fill="${palette.ink}" opacity=".4"/><g transform="rotate(${n(side * -3)} ${n(at.x)} ${n(at.y)})">`,
  );
  boat(canvas, at, 470, mix(mix(palette.land[3], palette.sky[0], 0.35), palette.glow, 0.12), 380);
  canvas.add("</g>");
  net(canvas, at.x - side * 330, 752);
  rope(canvas, at.x, at.y, side);
}

function beach(canvas: Canvas, side: number): void {
  const { palette } = canvas;
  const sand = mix(mix(palette.land[2], palette.glow, 0.28), palette.sky[2], 0.15);
  const line = skyline(canvas, 655, 6, 0.3).map((point) => ({ x: point.x, y: point.y - side * (point.x - WIDTH / 2) * 0.055 }));
  land(
    canvas,
    line.map((point) => ({ x: point.x, y: point.y - 9 })),
    mix(palette.sky[3], palette.light, 0.4),
    sand,
    0.2,
  );
  land(canvas, line, mix(sand, palette.ink, 0.2), sand, 0.6);
  strokes(canvas, 150, {
    x: [-100, WIDTH],
    y: [700, HEIGHT],
    width: [40, 190],
    height: [2, 6],
    colours: [mix(sand, palette.light, 0.5), palette.land[4]],
    opacity: 0.14,
  });
  for (let i = 0; i < 26; i++) {
    const size = canvas.between(4, 15);
    const [x, y] = [canvas.between(0, WIDTH), canvas.between(745, 850)];
    canvas.add(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size)}" ry="${n(size * 0.55)}" fill="${mix(palette.land[3], palette.ink, 0.25)}"/><ellipse cx="${n(x - size * 0.2)}" cy="${n(y - size * 0.2)}" rx="${n(size * 0.6)}" ry="${n(size * 0.25)}" fill="${palette.light}" opacity=".25"/>`,
    );
  }
}

/** A heap of net with its floats. */
function net(canvas: Canvas, x: number, y: number): void {
  const { palette } = canvas;
  const cord = mix(palette.land[1], palette.light, 0.2);
  canvas.add(
    `<path d="M${n(x - 120)} ${y + 12}q20 -56 84 -58q70 -8 104 30q26 20 60 28q-130 26 -248 0Z" fill="${mix(palette.land[4], palette.ink, 0.3)}"/>`,
  );
  for (let i = 0; i < 26; i++) {
    const from = x - 104 + i * 8;
    canvas.add(
      `<path d="M${n(from)} ${n(y + 10 - canvas.between(0, 10))}q${n(canvas.between(-10, 22))} ${n(-canvas.between(20, 50))} ${n(canvas.between(24, 54))} ${n(-canvas.between(0, 24))}" fill="none" stroke="${cord}" stroke-width="1.4" opacity=".5"/>`,
    );
  }
  for (let i = 0; i < 7; i++)
    canvas.add(
      `<circle cx="${n(x - 100 + i * 34)}" cy="${n(y + 6 - Math.sin((i / 6) * Math.PI) * 36)}" r="6.5" fill="${mix(palette.glow, palette.land[3], 0.35)}"/>`,
    );
}

function rope(canvas: Canvas, x: number, y: number, side: number): void {
  canvas.add(
    `<path d="M${n(x + 225)} ${n(y - 96)}Q${n(x + 270)} ${y + 20} ${n(x + 340)} ${y + 34}t120 20" fill="none" stroke="${mix(canvas.palette.light, canvas.palette.land[3], 0.55)}" stroke-width="${side > 0 ? 4 : 4.5}"/>`,
  );
}
