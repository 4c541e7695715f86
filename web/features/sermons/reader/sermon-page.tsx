import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { readOutline, type OutlinePoint } from "../../../../shared/outline.ts";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import { readSermon, spokenSentences, textOf } from "../../../../shared/sermon-text.ts";
import { cn } from "../../../lib/cn.ts";
import { ScrollArea } from "../../../ui/scroll-area.tsx";
import { toast } from "../../../ui/toast.tsx";
import { MissingMedia } from "../create/missing-media.tsx";
import { ThisMissedMe } from "../hearing/this-missed-me.tsx";
import { imageQuery, signAudio, timingsQuery } from "../media.ts";
import { SermonImage } from "../sermon-image.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { OpenPassage, translationOf } from "./passage.ts";
import { Player } from "./player.tsx";
import { matchingTimings, useReadingPosition } from "./reading-position.ts";
import { SermonActions } from "./sermon-actions.tsx";
import { blockId, BlockText, SermonText, sentencesByBlock } from "./sermon-text.tsx";
import { goTo, useAutoScroll } from "./use-auto-scroll.ts";
import { useCurrentPoint } from "./use-current-point.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlayback } from "./use-playback.ts";

const PassageSheet = lazy(() => import("./passage-sheet.tsx"));

const AUDIO_UNAVAILABLE = {
  title: "Audio Unavailable",
  description: "The audio file is currently unavailable. You can still read the sermon content.",
} as const;

const noToast = () => {};
function toastUnavailable() {
  toast({ ...AUDIO_UNAVAILABLE, variant: "destructive" });
}

interface SermonPageProps {
  /** Null if the sermon was not saved. */
  id: string | null;
  userId: string;
  content: string;
  audioPath: string | null;
  imagePath: string | null;
  /** That there is no recording was said already. */
  isVoiceTold?: boolean;
}

const NO_POINTS: readonly OutlinePoint[] = [];

/** A sermon's text, picture and actions, with the player at the bottom, and its outline if it has one. */
export default function SermonPage({ id, userId, content, audioPath, imagePath, isVoiceTold = false }: SermonPageProps) {
  const navigate = useNavigate();
  const blocks = useMemo(() => readSermon(content), [content]);
  const spoken = useMemo(() => spokenSentences(blocks), [blocks]);
  const sentences = useMemo(() => sentencesByBlock(spoken), [spoken]);
  const outline = useMemo(() => readOutline(blocks), [blocks]);
  const shownElsewhere = useMemo(() => {
    const isAbove = (index: number) => blocks[index]?.kind === "title" || blocks[index]?.kind === "focus";
    return new Set([...blocks.keys()].filter((index) => isAbove(index) || outline?.lines.has(index)));
  }, [blocks, outline]);
  const title = textOf(blocks.find(({ kind }) => kind === "title")?.words ?? []) || "Sermon";

  const sign = useMemo(() => (audioPath ? () => signAudio(audioPath) : null), [audioPath]);
  const { attach, playback, state } = usePlayback(sign, isVoiceTold && !sign ? noToast : toastUnavailable);
  const stored = useQuery({ ...timingsQuery(audioPath ?? ""), enabled: audioPath !== null });
  const timings = useMemo(() => matchingTimings(stored.data, blocks), [stored.data, blocks]);
  const position = useReadingPosition(playback?.audio ?? null, timings);
  const image = useQuery({ ...imageQuery(imagePath ?? ""), enabled: imagePath !== null });
  useMediaSession(state.status === "ready" ? playback : null, title, image.data);

  const area = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLElement>(null);
  const { following, follow, leave } = useAutoScroll({ area, player }, position.sentence);
  const heard = following ? spoken[position.sentence]?.block : undefined;
  const currentPoint = useCurrentPoint(outline?.points ?? NO_POINTS, area, heard);
  const goToBlock = useCallback(
    (block: number) => {
      leave();
      const element = document.getElementById(blockId(block));
      if (element) goTo(element, area.current, player.current);
    },
    [leave],
  );
  const seekToSentence = useCallback(
    (event: MouseEvent) => {
      const spoken = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-sentence]") : null;
      const start = timings?.sentences[Number(spoken?.dataset["sentence"])]?.start;
      // Selecting text also ends in a click; ignore it.
      if (start === undefined || !getSelection()?.isCollapsed) return;
      playback?.seek(start);
      follow();
    },
    [timings, playback, follow],
  );

  const renderBlock = (kind: "title" | "focus") => {
    const index = blocks.findIndex((block) => block.kind === kind);
    const block = blocks[index];
    return block ? <BlockText block={block} sentences={sentences.get(index)} position={position} /> : null;
  };
  const focus = renderBlock("focus");
  const [citation, setCitation] = useState<{ reference: PrintedReference; open: boolean } | null>(null);
  const openPassage = useCallback((reference: PrintedReference) => setCitation({ reference, open: true }), []);
  const missing = [...(audioPath ? [] : ["voice" as const]), ...(imagePath ? [] : ["image" as const])];
  return (
    // Seeking by keyboard is possible with the player; clicking a sentence is a shortcut.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as said above
    <article
      className={cn(
        "mx-auto grid w-full max-w-3xl grid-cols-1 print:block",
        outline && "lg:max-w-[59.5rem] lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12",
      )}
      onClick={seekToSentence}
    >
      <Link
        to="/my-sermons"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start text-muted-foreground hover:text-foreground lg:col-span-full print:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden />
        Back to Sermons
      </Link>
      <header
        className={cn(
          "mx-auto mt-4 grid w-full max-w-measure gap-2 pb-6 sm:mt-8",
          outline && "lg:col-span-2 lg:ml-5 print:mx-auto",
        )}
      >
        <h1 className="text-3xl sm:text-5xl">{renderBlock("title") ?? "Sermon"}</h1>
        {focus ? <p className="font-serif text-lg italic sm:text-xl">{focus}</p> : null}
      </header>
      <SermonImage
        key={imagePath}
        sermonId={id ?? "new"}
        path={imagePath}
        withAltText
        className={cn("aspect-[16/9] w-full sm:aspect-[21/9] print:hidden", outline && "lg:col-span-2 lg:aspect-[3/1]")}
      />
      <OpenPassage value={openPassage}>
        {outline ? (
          <OutlinePanel
            title={title}
            outline={outline}
            current={currentPoint}
            onGoTo={goToBlock}
            className="mt-6 lg:col-start-2 lg:row-start-4 lg:self-start lg:py-4"
          />
        ) : null}
        <div className={cn("contents", outline && "lg:row-start-4 lg:grid lg:grid-cols-1 lg:content-start")}>
          <ScrollArea
            ref={area}
            aria-label="Sermon text"
            className="-mx-5 mt-6 sm:mx-auto sm:w-full sm:max-w-[calc(var(--container-measure)+2.5rem)]"
            viewportClassName="max-h-[min(600px,calc(100dvh-11rem))] px-5"
          >
            <SermonText
              blocks={blocks}
              without={shownElsewhere}
              withIds
              sentences={sentences}
              position={position}
              className={timings ? "py-4 [&_[data-sentence]]:cursor-pointer" : "py-4"}
            />
          </ScrollArea>
          <footer ref={player} className="sticky bottom-0 z-10 mt-2 border-t bg-background pt-2 pb-3 print:hidden">
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text on the page is the transcript */}
            <audio ref={attach} preload="metadata" />
            <Player playback={playback} state={state} onFollow={following || !timings ? undefined : follow} />
          </footer>
        </div>
      </OpenPassage>
      <div className={cn("print:hidden", outline && "lg:col-span-2")}>
        {id && missing.length > 0 ? <MissingMedia id={id} userId={userId} missing={missing} /> : null}
        {id ? <ThisMissedMe id={id} onBegun={() => void navigate("/dashboard")} /> : null}
        <SermonActions
          id={id}
          userId={userId}
          title={title}
          blocks={blocks}
          audioPath={state.status === "ready" ? audioPath : null}
        />
      </div>
      {citation ? (
        <Suspense>
          <PassageSheet
            {...citation}
            translation={translationOf(blocks)}
            onClose={() => setCitation({ ...citation, open: false })}
          />
        </Suspense>
      ) : null}
    </article>
  );
}
