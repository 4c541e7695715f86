import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import type { Database } from "@lampstand/database";
import { createSemaphore } from "@lampstand/semaphore";
import { webVtt } from "../../shared/captions.ts";
import { chaptersOf } from "../../shared/chapters.ts";
import { readSermon } from "../../shared/sermon-text.ts";
import { timings, type Timings } from "../../shared/timings.ts";
import { feedXml, pagesOf } from "./feed-xml.ts";
import { findEpisode, findFeed, findOwner, listEpisodes, type EpisodeFiles } from "./feeds.privileged.ts";
import { secretDigest } from "./open-podcast-feed.ts";

/** Apple's least size of a cover, in pixels. */
const COVER = 1400;

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md */
function chaptersJson(content: string, times: Timings): string {
  const chapters = chaptersOf(readSermon(content), times).map(({ name, start }) => ({ startTime: start, title: name }));
  return JSON.stringify({ version: "1.2.0", chapters });
}

// A picture takes 60 ms of a core.
const drawing = createSemaphore(1);

interface PodcastContext {
  db: Database;
  supabase: SupabaseClient;
  publicUrl: string;
  /** The product's icon as SVG. */
  icon: () => Promise<Buffer>;
}

type FileKind = "mp3" | "vtt" | "json" | "jpg";

const version = (...parts: string[]): string => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** The feeds, for the routes that answer for them. */
export function createPodcasts({ db, supabase, publicUrl, icon }: PodcastContext) {
  async function timingsOf({ audio }: EpisodeFiles): Promise<Timings | null> {
    const { data } = await supabase.storage.from("sermon-audio").download(audio.replace(/\.mp3$/, ".json"));
    return data ? timings.parse(JSON.parse(await data.text())) : null;
  }
  async function square(path: string): Promise<Buffer | null> {
    const { data } = await supabase.storage.from("sermon-images").download(path);
    if (!data) return null;
    const picture = Buffer.from(await data.arrayBuffer());
    return drawing.run(() => sharp(picture).resize(COVER, COVER, { fit: "cover" }).jpeg({ quality: 80 }).toBuffer());
  }
  let cover: Promise<Buffer> | null = null;
  return {
    findOwner: (secret: string) => findOwner(db, secretDigest(secret)),

    async describe(owner: string, page: number) {
      const feed = await findFeed(db, owner);
      if (!feed || page > pagesOf(feed)) return null;
      return {
        ...feed,
        write: async (secret: string): Promise<string> =>
          feedXml({
            feed,
            page,
            episodes: await listEpisodes(db, owner, page),
            publicUrl,
            folder: `${publicUrl}/podcast/${secret}`,
          }),
      };
    },

    async openFile(owner: string, id: string, kind: FileKind) {
      const episode = await findEpisode(db, owner, id);
      if (!episode) return null;
      const { content, audio, image } = episode;
      switch (kind) {
        case "mp3":
          return { stored: { bucket: "sermon-audio", name: audio } };
        case "jpg":
          return image === null ? null : { type: "image/jpeg", version: version(image), make: () => square(image) };
        case "vtt":
          return {
            type: "text/vtt; charset=utf-8",
            version: version("vtt", audio, content),
            make: async () => {
              const times = await timingsOf(episode);
              return times && webVtt(content, times);
            },
          };
        case "json":
          return {
            type: "application/json+chapters",
            version: version("chapters", audio, content),
            make: async () => {
              const times = await timingsOf(episode);
              return times && chaptersJson(content, times);
            },
          };
      }
    },

    /** The picture of every feed: the icon on the dark ground of the night theme. */
    cover: () =>
      (cover ??= icon().then((svg) =>
        drawing.run(async () => {
          const inner = await sharp(svg, { density: 600 })
            .resize(Math.round(COVER * 0.6))
            .toBuffer();
          const ground = sharp({ create: { width: COVER, height: COVER, channels: 3, background: "#131a2a" } });
          return ground
            .composite([{ input: inner }])
            .png()
            .toBuffer();
        }),
      )),
  };
}
