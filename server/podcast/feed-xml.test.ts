import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { feedXml } from "./feed-xml.ts";

const feed = { userId: "nobody", version: "1", changedAt: new Date("2026-11-26T12:00:00Z"), total: 1 };
const options = { feed, page: 1, publicUrl: "https://lampstand.example", folder: "https://lampstand.example/podcast/secret" };
const episode = {
  id: "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11",
  opening: "# A & B < C \u0007\uFFFE“d” 🕯\n\n*Focus ]]> here.*\n\nThe text that is cut of",
  created_at: new Date("2026-11-01T12:00:00Z"),
  audio: "x.mp3",
  bytes: 5,
  seconds: null,
  image: null,
};

test("whatever a title holds, the feed is XML that means the same", () => {
  const xml = feedXml({ ...options, episodes: [episode] });
  expect(XMLValidator.validate(xml)).toBe(true);
  const { rss } = new XMLParser({ isArray: (name) => name === "item" }).parse(xml) as {
    rss: { channel: { item: Record<string, unknown>[] } };
  };
  expect(rss.channel.item).toEqual([
    expect.objectContaining({
      title: "A & B < C “d” 🕯",
      description: "Focus ]]> here.",
      pubDate: "Sun, 01 Nov 2026 12:00:00 GMT",
    }),
  ]);
  expect(xml).not.toContain("itunes:duration");
});

test("a feed without episodes is a feed", () => {
  const xml = feedXml({ ...options, feed: { ...feed, total: 0 }, episodes: [] });
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).not.toContain("<item");
});
