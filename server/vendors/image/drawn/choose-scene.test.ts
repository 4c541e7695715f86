import { expect, test } from "vitest";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import { REMEMBERED_PICTURES } from "../../../sermons/last-scenes.ts";
import { readThemes } from "../../../themes/themes.ts";
import type { ImageBrief } from "../../writer/writer.ts";
import type { Scene } from "./canvas.ts";
import { chooseScene, scenesFor } from "./choose-scene.ts";
import { SCENES } from "./scenes.ts";

const THEMES = readThemes();
const MOODS = ["grief", "fear", "longing", "hope", "gratitude", "peace"] as const;
const ALL: [string, Scene][] = Object.entries(SCENES);

type Asked = Pick<ImageBrief, "theme" | "mood">;
const times = (length: number, { id, mood }: { id: string; mood: ImageBrief["mood"] }): Asked[] =>
  Array.from({ length }, () => ({ theme: id, mood }));

/** The scenes of so many pictures of one person, oldest first. */
function pictures(briefs: readonly Asked[], person: string): string[] {
  const had: string[] = [];
  briefs.forEach((brief, i) => {
    const seed = `${person} ${i}`;
    had.push(chooseScene({ ...brief, seed }, had.slice(-REMEMBERED_PICTURES), seededRandom(seed)));
  });
  return had;
}
const repeated = (had: readonly string[]): string[] =>
  had.filter((scene, i) => had.slice(Math.max(0, i - REMEMBERED_PICTURES), i).includes(scene));

test("nobody gets a scene that one of their last twelve pictures had, whatever their themes", () => {
  for (const theme of THEMES) expect(repeated(pictures(times(30, theme), theme.id)), theme.id).toEqual([]);
  for (let person = 0; person < 20; person++) {
    const random = seededRandom(`person ${person}`);
    const briefs = Array.from({ length: 40 }, () => THEMES[Math.floor(random() * THEMES.length)]).flatMap((theme) =>
      theme ? times(1, theme) : [],
    );
    expect(repeated(pictures(briefs, String(person)))).toEqual([]);
  }
});

test.each(MOODS)("%s has more scenes than pictures are remembered, without those of feasts", (mood) => {
  expect(scenesFor({ theme: "no feast", mood }).length).toBeGreaterThan(REMEMBERED_PICTURES);
});

test("a scene appears in no mood that it does not suit", () => {
  const lamps = new Set<string>([
    "lamp-window",
    "city-night",
    "well",
    "lantern-path",
    "table",
    "three-crosses",
    "lighthouse",
    "rain-window",
  ]);
  for (const mood of ["gratitude", "hope"] as const)
    expect(scenesFor({ theme: "good-friday", mood }).filter((name) => lamps.has(name))).toEqual([]);
  for (const theme of THEMES)
    for (const scene of pictures(times(20, theme), "moods"))
      expect(SCENES[scene as keyof typeof SCENES].moods).toContain(theme.mood);
});

test("joy is never lit by a lamp at night", () => {
  for (const mood of ["gratitude", "hope"] as const) {
    const dim = ALL.filter(([, scene]) => scene.dim && scene.moods.includes(mood)).map(([name]) => name);
    expect(dim).toEqual(mood === "hope" ? ["stable", "village-star"] : []);
  }
});

test("no sun is named where the hour may be night", () => {
  const sunny = ALL.filter(([, { alt }]) => /\bsun/u.test(alt));
  expect(sunny.length).toBeGreaterThan(5);
  for (const [name, { moods }] of sunny) for (const dark of ["grief", "fear"]) expect(moods, name).not.toContain(dark);
});

test("the themes that a scene names exist, and it suits their mood", () => {
  for (const [name, { moods, themes = [], only = [] }] of ALL)
    for (const id of [...themes, ...only]) {
      const theme = THEMES.find((one) => one.id === id);
      expect(moods, `${name}: ${id}`).toContain(theme?.mood);
    }
});

test.each([
  ["easter", "hope", ["open-tomb", "shore-fire"]],
  ["christmas", "hope", ["stable", "village-star"]],
  ["advent", "longing", ["stable", "village-star"]],
  ["good-friday", "grief", ["olive-garden", "three-crosses"]],
  ["lent", "longing", ["olive-garden", "three-crosses"]],
] as const)("%s has its own scenes first, and then those of its mood", (theme, mood, own) => {
  const had = pictures(times(13, { id: theme, mood }), theme);
  expect(had.slice(0, own.length).toSorted()).toEqual(own);
  expect(new Set(had).size).toBe(13);
});

test("the scenes of a feast are for its themes alone", () => {
  const foreign = THEMES.flatMap(({ id: theme, mood }) =>
    scenesFor({ theme, mood }).filter((name) => ALL.some(([one, { only }]) => one === name && only && !only.includes(theme))),
  );
  expect(foreign).toEqual([]);
});

test("a theme gets what is near to it first, and one that no scene names a scene of its mood", () => {
  expect(
    pictures(times(3, { id: "gratitude", mood: "gratitude" }), "a").map(
      (scene) => ALL.find(([name]) => name === scene)?.[1].themes,
    ),
  ).toEqual([1, 2, 3].map(() => expect.arrayContaining(["gratitude"])));
  expect(scenesFor({ theme: "written tomorrow", mood: "fear" })).toContain(
    chooseScene({ theme: "written tomorrow", mood: "fear", seed: "a" }, [], seededRandom("a")),
  );
});

test("the same brief after the same pictures is the same scene", () => {
  const brief = { theme: "grief", mood: "grief", seed: "one" } as const;
  const choose = (): string => chooseScene(brief, ["sea", "path"], seededRandom("one"));
  expect(choose()).toBe(choose());
});
