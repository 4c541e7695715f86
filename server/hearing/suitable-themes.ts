import { mentionsAbuse } from "../safety/english-rules.ts";
import type { Theme } from "../themes/theme.ts";

/** Themes about the hearer's own guilt. */
const ABOUT_OWN_GUILT = new Set(["guilt-and-shame"]);

/** The themes that a sermon on this topic may have: somebody who writes of abuse is not given a sermon about their own guilt. */
export function suitableThemes(topic: string, themes: readonly Theme[]): readonly Theme[] {
  return mentionsAbuse(topic) ? themes.filter(({ id }) => !ABOUT_OWN_GUILT.has(id)) : themes;
}
