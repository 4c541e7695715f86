import * as z from "zod/mini";
import { outline, renderOutline } from "./outline.ts";

/** The Bibles that a sermon can quote, by short name: the World English Bible, and the King James Version of 1769. */
export const TRANSLATIONS = ["WEB", "KJV"] as const;
export type Translation = (typeof TRANSLATIONS)[number];

/** A quoted passage: its printed reference, exact text, and the translation's short name. */
export const quotation = z.object({
  /** Printed form, for example "Genesis 50:19–21". */
  reference: z.string(),
  /** Exact text of the translation, quotes balanced. */
  text: z.string(),
  translation: z.enum(TRANSLATIONS),
});
export type Quotation = z.infer<typeof quotation>;

/** One part of a section: a paragraph of prose (light Markdown: `*emphasis*` only), a quotation, or a list of actions. */
export const sermonPart = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prose"), text: z.string() }),
  z.object({ kind: z.literal("scripture"), quotation }),
  z.object({ kind: z.literal("list"), items: z.array(z.string()) }),
]);
export type SermonPart = z.infer<typeof sermonPart>;

/** The result of every writer (built-in composer or language model). */
export const sermon = z.object({
  title: z.string(),
  focus: z.string(),
  mainPassage: z.string(),
  sections: z.array(z.object({ heading: z.string(), parts: z.array(sermonPart) })),
  prayer: z.array(z.string()),
  references: z.array(z.string()),
  outline: z.optional(outline),
});
export type Sermon = z.infer<typeof sermon>;

export const TRANSLATION_NAMES = { WEB: "World English Bible", KJV: "King James Version" } as const;

export function renderPart(part: SermonPart): string {
  switch (part.kind) {
    case "prose":
      return part.text;
    case "list":
      return part.items.map((item) => `- ${item}`).join("\n");
    case "scripture":
      return `> ${part.quotation.text}\n>\n> — ${part.quotation.reference}`;
  }
}

/**
 * Renders a sermon to the Markdown that `sermons.content` holds: `# title`, an emphasised focus sentence, `##` sections,
 * block quotes for Scripture whose last paragraph is `— reference`, and after a thematic break the sources, which are not spoken.
 */
export function renderSermon(value: Sermon, note?: string): string {
  const translations = new Set<Translation>();
  for (const section of value.sections)
    for (const part of section.parts) if (part.kind === "scripture") translations.add(part.quotation.translation);
  const sources = [...translations].map((t) => TRANSLATION_NAMES[t]).join(" and ");
  return [
    `# ${value.title}`,
    `*${value.focus}*`,
    ...value.sections.flatMap((section) => [`## ${section.heading}`, ...section.parts.map(renderPart)]),
    "## Prayer",
    ...value.prayer,
    "---",
    ...(value.outline ? renderOutline(value.focus, value.outline) : []),
    `Scripture: ${value.references.join("; ")}${sources ? ` (${sources})` : ""}.`,
    ...(note ? [note] : []),
  ].join("\n\n");
}
