import type { WriteEvent, Writer } from "../writer.ts";
import { WriterError } from "../writer.ts";
import { namesAbuse } from "../safety/crisis-gate.ts";
import { rankThemes } from "./choose-theme.ts";
import { compose } from "./compose.ts";
import { readFrames } from "./frames.ts";
import type { Shelf } from "./shelf.ts";
import type { Theme } from "./theme.ts";
import { GENERAL_THEME, readThemes } from "./themes.ts";

/** Themes that speak of what one has done: never the answer to what was done to one. */
const ABOUT_OWN_GUILT = new Set(["guilt-and-shame"]);

/** The themes that this topic may be given. */
export function fittingThemes(topic: string, themes: readonly Theme[]): readonly Theme[] {
  return namesAbuse(topic) ? themes.filter(({ id }) => !ABOUT_OWN_GUILT.has(id)) : themes;
}

export interface ComposerOptions {
  /** Themes to compose from; by default those that are shipped. */
  themes?: readonly Theme[];
}

/**
 * The embedded writer: composes sermons from prose written for the product. No model, no network; topics never leave the machine.
 * Themes are read on first use and kept.
 */
export function createComposer(options: ComposerOptions = {}): Writer {
  let shelf: Shelf | undefined;
  return {
    engine: "built-in composer",
    remote: false,
    async *write(request, signal): AsyncGenerator<WriteEvent> {
      signal.throwIfAborted();
      shelf ??= { themes: options.themes ?? readThemes(), frames: readFrames() };
      const fitting = fittingThemes(request.topic, shelf.themes);
      const theme = rankThemes(request.topic, fitting)[0]?.theme ?? shelf.themes.find(({ id }) => id === GENERAL_THEME);
      if (!theme) throw new WriterError("unavailable", `no theme for the topic, and no theme "${GENERAL_THEME}"`);
      const written = compose(request, theme, shelf);
      yield { type: "image", image: written.image };
      for (const text of written.content.split(/(?<=\n\n)/u)) {
        signal.throwIfAborted();
        yield { type: "text", text };
      }
      yield { type: "done", written };
    },
  };
}
