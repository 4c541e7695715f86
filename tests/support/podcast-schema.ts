import { XMLParser } from "fast-xml-parser";
import { z } from "zod";

// What a podcast's feed must have, and what it may: every element and attribute that is not named here is an error. From
// RSS 2.0 (https://www.rssboard.org/rss-specification), Apple (https://podcasters.apple.com/support/823-podcast-requirements and
// https://help.apple.com/itc/podcasts_connect/#/itcb54353390), Podcasting 2.0
// (https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md) and RFC 5005 for the links between pages.

const text = z.string().trim().min(1);
/** RFC 822 with a year of four digits. */
const date = z.string().regex(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})$/);
const truth = z.enum(["true", "false"]);
const image = z.strictObject({ "@href": z.url() });

const item = z.strictObject({
  title: text,
  description: text.max(4000),
  guid: z.strictObject({ "#text": text, "@isPermaLink": z.literal("false") }),
  pubDate: date,
  enclosure: z.strictObject({ "@url": z.url(), "@length": z.string().regex(/^[1-9]\d*$/), "@type": z.literal("audio/mpeg") }),
  "itunes:duration": z
    .string()
    .regex(/^\d{2}:[0-5]\d:[0-5]\d$/)
    .optional(),
  "itunes:episodeType": z.enum(["full", "trailer", "bonus"]),
  "itunes:explicit": truth,
  "itunes:image": image.optional(),
  "podcast:transcript": z.strictObject({
    "@url": z.url(),
    "@type": z.enum(["text/plain", "text/html", "text/vtt", "application/json", "application/x-subrip"]),
    "@language": z.string().optional(),
  }),
  "podcast:chapters": z.strictObject({ "@url": z.url(), "@type": z.literal("application/json+chapters") }),
});

const channel = z.strictObject({
  title: text,
  link: z.url(),
  description: text.max(4000),
  language: z.string().regex(/^[a-z]{2}(?:-[a-z]{2})?$/),
  lastBuildDate: date,
  generator: text,
  "atom:link": z
    .array(
      z.strictObject({
        "@rel": z.enum(["self", "first", "last", "previous", "next"]),
        "@href": z.url(),
        "@type": z.literal("application/rss+xml"),
      }),
    )
    .refine((links) => links.filter((link) => link["@rel"] === "self").length === 1, "one link to itself"),
  image: z.strictObject({ url: z.url(), title: text, link: z.url() }),
  "itunes:author": text,
  "itunes:image": image,
  "itunes:category": z.strictObject({
    "@text": z.literal("Religion & Spirituality"),
    "itunes:category": z.strictObject({ "@text": z.enum(["Christianity", "Religion", "Spirituality"]) }),
  }),
  "itunes:explicit": truth,
  "itunes:type": z.enum(["episodic", "serial"]),
  "itunes:block": z.literal("Yes"),
  "podcast:block": z.enum(["yes", "no"]),
  "podcast:locked": z.enum(["yes", "no"]),
  "podcast:medium": z.literal("podcast"),
  item: z.array(item).refine((items) => new Set(items.map(({ guid }) => guid["#text"])).size === items.length, "a guid twice"),
});

const document = z.strictObject({
  "?xml": z.strictObject({ "@version": z.literal("1.0"), "@encoding": z.literal("UTF-8") }),
  rss: z.strictObject({
    "@version": z.literal("2.0"),
    "@xmlns:atom": z.literal("http://www.w3.org/2005/Atom"),
    "@xmlns:itunes": z.literal("http://www.itunes.com/dtds/podcast-1.0.dtd"),
    "@xmlns:podcast": z.literal("https://podcastindex.org/namespace/1.0"),
    channel,
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  isArray: (name) => name === "item" || name === "atom:link",
});

/** What is wrong with a feed, as "where: what"; nothing if it keeps to the rules. */
export function feedErrors(xml: string): string[] {
  const { error } = document.safeParse(parser.parse(xml));
  return error?.issues.map(({ path, message }) => `${path.join(" ")}: ${message}`) ?? [];
}
