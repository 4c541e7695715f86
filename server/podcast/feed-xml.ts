import { XMLBuilder } from "fast-xml-parser";
import { BRAND } from "../../shared/brand.ts";
import { titleOf } from "../../shared/sermon-document.ts";
import { readSermon, textOf } from "../../shared/sermon-text.ts";
import { PAGE_SIZE, type Episode, type Feed } from "./feeds.privileged.ts";

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

// Characters that XML 1.0 has no way to write (section 2.2).
const clean = (text: string): string => text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

function item({ id, opening, created_at, bytes, seconds, image }: Episode, folder: string): object {
  const blocks = readSermon(opening);
  const focus = blocks.find(({ kind }) => kind === "focus");
  const file = (extension: string): string => `${folder}/${id}.${extension}`;
  return {
    title: clean(titleOf(blocks)),
    description: clean(focus ? textOf(focus.words) : titleOf(blocks)),
    guid: { "@_isPermaLink": "false", "#text": id },
    pubDate: created_at.toUTCString(),
    enclosure: { "@_url": file("mp3"), "@_length": bytes, "@_type": "audio/mpeg" },
    ...(seconds !== null && { "itunes:duration": duration(seconds) }),
    "itunes:episodeType": "full",
    "itunes:explicit": "false",
    ...(image !== null && { "itunes:image": { "@_href": file("jpg") } }),
    "podcast:transcript": { "@_url": file("vtt"), "@_type": "text/vtt", "@_language": "en" },
    "podcast:chapters": { "@_url": file("json"), "@_type": "application/json+chapters" },
  };
}

/** How many documents a feed has. */
export const pagesOf = ({ total }: Feed): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

interface FeedDocument {
  feed: Feed;
  /** From 1. */
  page: number;
  episodes: readonly Episode[];
  publicUrl: string;
  /** Address of the feed's files, without a slash at its end. */
  folder: string;
}

/**
 * One document of a feed: RSS 2.0 with the tags of Apple (https://podcasters.apple.com/support/823) and of the Podcasting 2.0 namespace. The
 * others are linked as RFC 5005, section 3, says.
 */
export function feedXml({ feed, page, episodes, publicUrl, folder }: FeedDocument): string {
  const address = (number: number): string => `${folder}/feed.xml${number > 1 ? `?page=${number}` : ""}`;
  const link = (rel: string, number: number) => ({ "@_rel": rel, "@_href": address(number), "@_type": "application/rss+xml" });
  const last = pagesOf(feed);
  const cover = `${publicUrl}/podcast/cover.png`;
  const title = `My sermons from ${BRAND.product}`;
  return builder.build({
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    rss: {
      "@_version": "2.0",
      "@_xmlns:atom": "http://www.w3.org/2005/Atom",
      "@_xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
      "@_xmlns:podcast": "https://podcastindex.org/namespace/1.0",
      channel: {
        title,
        link: publicUrl,
        description: "The sermons that were written for you. This address is yours alone: whoever has it can hear them.",
        language: "en",
        lastBuildDate: feed.changedAt.toUTCString(),
        generator: BRAND.product,
        "atom:link": [
          link("self", page),
          ...(last > 1 ? [link("first", 1), link("last", last)] : []),
          ...(page > 1 ? [link("previous", page - 1)] : []),
          ...(page < last ? [link("next", page + 1)] : []),
        ],
        image: { url: cover, title, link: publicUrl },
        "itunes:author": BRAND.product,
        "itunes:image": { "@_href": cover },
        "itunes:category": { "@_text": "Religion & Spirituality", "itunes:category": { "@_text": "Christianity" } },
        "itunes:explicit": "false",
        "itunes:type": "episodic",
        // Not for any directory.
        "itunes:block": "Yes",
        "podcast:block": "yes",
        "podcast:locked": "yes",
        "podcast:medium": "podcast",
        item: episodes.map((episode) => item(episode, folder)),
      },
    },
  });
}
