import type { ImageBrief } from "../../writer/writer.ts";
import type { Scene } from "./canvas.ts";
import { SCENES, type SceneName } from "./scenes.ts";

const ALL = Object.entries(SCENES) as [SceneName, Scene][];

/** The scenes that may be drawn in a mood; those of feasts are for their own themes. */
export function scenesFor({ theme, mood }: Pick<ImageBrief, "theme" | "mood">): SceneName[] {
  return ALL.filter(([, { moods, only }]) => moods.includes(mood) && (only?.includes(theme) ?? true)).map(([name]) => name);
}

/**
 * A scene that suits the mood and is none of `seen`: one of the feast, else one that the theme is near to, else any. There are more scenes for
 * each mood than a person's pictures are remembered.
 */
export function chooseScene(brief: ImageBrief, seen: readonly string[], random: () => number): SceneName {
  const suiting = scenesFor(brief);
  const fresh = suiting.filter((name) => !seen.includes(name));
  const left = fresh.length > 0 ? fresh : suiting;
  const near = (list: "only" | "themes"): SceneName[] =>
    left.filter((name) => {
      const scene: Scene = SCENES[name];
      return scene[list]?.includes(brief.theme);
    });
  const choices = [near("only"), near("themes"), left].find((names) => names.length > 0) ?? [];
  return choices[Math.floor(random() * choices.length)] ?? "sea";
}
