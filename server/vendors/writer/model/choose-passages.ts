import type { Quotation } from "../../../../shared/sermon.ts";
import type { Audience } from "../../../../shared/reading.ts";
import { licensedAspects } from "../../../hearing/choose-theme.ts";
import { sayBack } from "../../../hearing/describe.ts";
import { readingFor, readTopic, type Reading } from "../../../hearing/reading.ts";
import { supportedFacts } from "../../../hearing/unsupported.ts";
import { isLicensed, type Fact } from "../../../themes/facts.ts";
import type { Theme, ThemePassage } from "../../../themes/theme.ts";
import { GENERAL_THEME } from "../../../themes/themes.ts";
import { passage } from "../../../scripture/passage.ts";
import { WriterError, type WriteRequest } from "../writer.ts";

/** A passage that the model may quote. */
export interface OfferedPassage {
  quotation: Quotation;
  /** Context: who speaks to whom, and what has happened. */
  context: string;
}

/** What the prompt for a sermon is made from: its theme, the passages that it may quote, and what was heard of the person. */
export interface Offer {
  theme: Theme;
  /** "Your father has died"; null if nothing was said about the person. */
  heard: string | null;
  audience: Audience;
  /** Facts that the sermon may state about the person; null if the topic cannot be read. */
  supported: ReadonlySet<Fact> | null;
  /** Best first. */
  passages: OfferedPassage[];
}

const OFFERED = 8;
/** Number of themes used for one topic: "forgiving my father, who is dying" has three. */
const THEMES = 3;
/** Passages of this many recent sermons are offered last. */
const RECENT_SERMONS = 12;

/** The passages of a theme that fit a topic and presume nothing that it does not say: first those for the aspects it names, then those for everybody. */
function passagesFor(theme: Theme, topic: string, { facts }: Reading): ThemePassage[] {
  const heard = licensedAspects(topic, theme, facts);
  const usable = theme.passages.filter(({ presumes }) => isLicensed(presumes, facts));
  const named = usable.filter((p) => p.for.some((aspect) => heard.has(aspect)));
  return [...named, ...usable.filter((p) => p.for.length === 0)];
}

/** Chooses the passages for a topic by taking them from its themes in turn. */
export function choosePassages(request: WriteRequest, themes: readonly Theme[]): Offer {
  const general = themes.find(({ id }) => id === GENERAL_THEME);
  if (themes.length === 0) throw new WriterError("unavailable", `no theme for the topic, and no theme "${GENERAL_THEME}"`);
  const reading = readingFor(request.topic, themes, request.reading);
  const { theme } = reading;
  const others = readTopic(request.topic, themes).map((other) => other.theme);
  const sources = [...new Set([theme, ...others])].slice(0, THEMES);
  const neighbours = theme.neighbours.flatMap((id) => themes.find((other) => other.id === id) ?? []);

  const lists = sources.map((source) => passagesFor(source, request.topic, reading));
  const interleaved = Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, i) =>
    lists.flatMap((list) => list[i] ?? []),
  ).flat();
  const borrowed = [...neighbours, ...(general ? [general] : [])].flatMap(({ passages }) =>
    passages.filter((p) => !p.own && p.for.length === 0 && isLicensed(p.presumes, reading.facts)),
  );

  const lately = new Set(request.memory.slice(-RECENT_SERMONS).flat());
  const offered = new Map<string, OfferedPassage & { heard: boolean }>();
  for (const { ref, context } of [...interleaved, ...borrowed]) {
    const quotation = passage(ref, request.translation);
    if (!quotation || offered.has(quotation.reference)) continue;
    offered.set(quotation.reference, { quotation, context, heard: lately.has(`passage/${quotation.reference}`) });
  }
  const passages = [...offered.values()]
    .toSorted((a, b) => Number(a.heard) - Number(b.heard))
    .slice(0, OFFERED)
    .map(({ quotation, context }) => ({ quotation, context }));
  return {
    theme,
    passages,
    heard: sayBack(reading, request.topic),
    audience: reading.audience,
    supported: supportedFacts(request.topic, reading),
  };
}
