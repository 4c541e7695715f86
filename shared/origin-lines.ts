import type { SermonDocument } from "./sermon-document.ts";

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The passage with its translation, the words in which it was asked for, and the day, as far as they are there: a line each. */
export function originLines({ passage, topic, date }: Pick<SermonDocument, "passage" | "topic" | "date">): string[] {
  return [
    ...(passage ? [`${passage.reference}, ${passage.translation}`] : []),
    ...(topic ? [topic] : []),
    ...(date ? [DAY.format(new Date(date))] : []),
  ];
}
