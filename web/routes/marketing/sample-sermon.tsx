import { Pause, Play } from "lucide-react";
import sample from "virtual:sample-sermon";
import { readSermon, spokenSentences } from "../../../shared/sermon-text.ts";
import { sentencesByBlock, SermonText } from "../../features/sermons/reader/sermon-text.tsx";
import { formatClock } from "../../lib/clock.ts";
import { Button } from "../../ui/button.tsx";
import { SiteLink } from "../../shell/site-link.tsx";
// oxlint-disable-next-line import/default -- the plugin in vite.config.ts makes the default export
import player from "./sample-player.ts?inline-script";

const blocks = readSermon(sample.content);
const sentences = sentencesByBlock(spokenSentences(blocks));

/**
 * A playable excerpt of a sermon that the product generated when the site was built. sample-player.ts handles the button; without
 * JavaScript the browser's own audio controls are shown.
 */
export function SampleSermon() {
  return (
    <figure className="group grid gap-3" data-sample="" data-timings={sample.timings}>
      <article aria-label="A sample sermon" className="overflow-hidden rounded-md border bg-card">
        <img {...sample.picture} alt={sample.picture.alt} fetchPriority="high" className="aspect-[21/9] w-full object-cover" />
        <div className="grid gap-5 px-6 pt-6 pb-8 sm:px-10">
          <div className="flex items-center gap-4 border-b pb-5">
            <Button
              size="icon"
              className="size-14 rounded-full [@media(scripting:none)]:hidden [&_svg]:size-6"
              aria-label="Play the sample"
            >
              <Play className="translate-x-0.5 fill-current group-data-playing:hidden" aria-hidden />
              <Pause className="hidden fill-current group-data-playing:block" aria-hidden />
            </Button>
            <div className="grid grow [@media(scripting:none)]:hidden">
              <p className="font-semibold">Hear a minute of it</p>
              <div className="flex items-center gap-3 text-sm text-muted-foreground tabular-nums">
                <span data-elapsed="">{formatClock(0)}</span>
                <input
                  type="range"
                  aria-label="Place in the sample"
                  aria-valuetext={`0 of ${Math.ceil(sample.seconds)} seconds`}
                  min={0}
                  max={Math.ceil(sample.seconds)}
                  step={1}
                  defaultValue={0}
                  className="h-8 w-full cursor-pointer accent-primary"
                />
                <span>{formatClock(sample.seconds)}</span>
              </div>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text below is the transcript */}
            <audio src={sample.audio} preload="none" controls className="hidden w-full [@media(scripting:none)]:block" />
          </div>
          <output className="text-sm text-muted-foreground empty:hidden" />
          {/* Not italic, which would load another font file on a first visit. */}
          <SermonText blocks={blocks} sentences={sentences} className="[&_blockquote>p]:not-italic" />
        </div>
      </article>
      <figcaption className="text-sm text-muted-foreground">
        From a sermon of five minutes on “{sample.topic}”. The words, the voice and the picture were made by the program that
        would make yours.{" "}
        <SiteLink to="/sign-up" className="link">
          Ask for your own
        </SiteLink>
      </figcaption>
      <script dangerouslySetInnerHTML={{ __html: player }} />
    </figure>
  );
}
