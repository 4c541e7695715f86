import type { WriteEvent, Writer } from "../writer.ts";
import { WriterError } from "../writer.ts";
import { askedPassages, overlapsRanges } from "../../../hearing/asked-passage.ts";
import { heardAspects, rankThemes } from "../../../hearing/choose-theme.ts";
import { suitableThemes } from "../../../hearing/suitable-themes.ts";
import { compose } from "./compose.ts";
import { readFrames } from "./frames.ts";
import type { TextSources } from "./text-sources.ts";
import type { Theme } from "../../../themes/theme.ts";
import { GENERAL_THEME, readThemes } from "../../../themes/themes.ts";

/** A theme that is at least this likely wins, even if the topic asks for a passage of another theme. */
const CLEAR_SCORE = 0.5;

/**
 * Chooses the theme of a topic. If the topic asks for a passage, the likeliest theme that explains it, unless the topic is
 * clearly about something else; else the likeliest of all. Undefined if the topic is not understood.
 */
export function chooseTheme(topic: string, themes: readonly Theme[]): Theme | undefined {
  const ranked = rankThemes(topic, themes);
  const [best] = ranked;
  const asked = askedPassages(topic);
  const explaining = themes.filter((theme) => {
    const heard = heardAspects(topic, theme);
    const speaksTo = (aspects: readonly string[]) => aspects.length === 0 || aspects.some((aspect) => heard.has(aspect));
    return theme.passages.some((passage) => overlapsRanges(passage.ref, asked) && speaksTo(passage.for));
  });
  const among = ranked.find(({ theme }) => explaining.includes(theme)) ?? rankThemes(topic, explaining)[0];
  if (among && ranked.includes(among)) return among.theme;
  return best && best.score >= CLEAR_SCORE ? best.theme : (among?.theme ?? explaining[0] ?? best?.theme);
}

export interface ComposerOptions {
  /** Themes to compose from; the shipped ones by default. */
  themes?: readonly Theme[];
}

/**
 * The built-in writer: composes sermons from prose that was written for the product. It uses no model and no network, so topics
 * never leave the machine. Themes are read on first use and kept.
 */
export function createComposer(options: ComposerOptions = {}): Writer {
  let sources: TextSources | undefined;
  return {
    engine: "built-in composer",
    remote: false,
    async *write(request, signal): AsyncGenerator<WriteEvent> {
      signal.throwIfAborted();
      sources ??= { themes: options.themes ?? readThemes(), frames: readFrames() };
      const suitable = suitableThemes(request.topic, sources.themes);
      const theme = chooseTheme(request.topic, suitable) ?? sources.themes.find(({ id }) => id === GENERAL_THEME);
      if (!theme) throw new WriterError("unavailable", `no theme for the topic, and no theme "${GENERAL_THEME}"`);
      const written = compose(request, theme, sources);
      yield { type: "image", image: written.image };
      for (const text of written.content.split(/(?<=\n\n)/u)) {
        signal.throwIfAborted();
        yield { type: "text", text };
      }
      yield { type: "done", written };
    },
  };
}
