import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { useNavigate } from "react-router";
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
import { SermonNote } from "../note/sermon-note.tsx";
import { AgainButton } from "../again-on-topic.tsx";
import { BackToSermons } from "./back-to-sermons.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { OpenPassage, translationOf } from "./passage.ts";
import { Player } from "./player.tsx";
import { useHasOwnArea, type ReaderElements } from "./reading-frame.ts";
import { matchingTimings, useReadingPosition } from "./reading-position.ts";
import { SermonActions } from "./sermon-actions.tsx";
import { SermonOrigin } from "./sermon-origin.tsx";
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
  /** What the person asked for; unknown until the row is loaded, or if it was not saved. */
  topic: string | undefined;
  createdAt: string | undefined;
  /** Whether the recording begins as soon as it is loaded. */
  startPlaying: boolean;
  /** Whether the library comes before this page in the history. */
  fromLibrary: boolean;
  /** That there is no recording was said already. */
  isVoiceTold?: boolean;
}

const NO_POINTS: readonly OutlinePoint[] = [];

/** A sermon's text, picture and actions, with the player at the bottom, and its outline if it has one. */
export default function SermonPage(props: SermonPageProps) {
  const { id, userId, content, audioPath, imagePath, topic, createdAt, fromLibrary, isVoiceTold = false } = props;
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
  // A recording that was still missing when the page opened does not begin by itself later.
  const [startPlaying] = useState(props.startPlaying && audioPath !== null);
  const { attach, playback, state } = usePlayback(sign, isVoiceTold && !sign ? noToast : toastUnavailable, startPlaying);
  const stored = useQuery({ ...timingsQuery(audioPath ?? ""), enabled: audioPath !== null });
  const timings = useMemo(() => matchingTimings(stored.data, blocks), [stored.data, blocks]);
  const position = useReadingPosition(playback?.audio ?? null, timings);
  const image = useQuery({ ...imageQuery(imagePath ?? ""), enabled: imagePath !== null });
  useMediaSession(state.status === "ready" ? playback : null, title, image.data);

  const area = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLElement>(null);
  const elements = useMemo((): ReaderElements => ({ area, player }), []);
  const hasOwnArea = useHasOwnArea();
  const { following, follow, leave } = useAutoScroll(elements, position.sentence);
  const heard = following ? spoken[position.sentence]?.block : undefined;
  const currentPoint = useCurrentPoint(outline?.points ?? NO_POINTS, elements, heard);
  const goToBlock = useCallback(
    (block: number) => {
      leave();
      const element = document.getElementById(blockId(block));
      if (element) goTo(element, elements);
    },
    [leave, elements],
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
      className="mx-auto w-full max-w-measure lg:grid lg:max-w-[60rem] lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12 print:block print:max-w-none"
      onClick={seekToSentence}
    >
      <div className="lg:col-span-full lg:ml-5">
        <BackToSermons fromLibrary={fromLibrary} />
      </div>
      {/* The picture stands beside the title where that leaves more of the text on the first screen. */}
      <div className="mt-2 grid gap-5 short:sm:grid-cols-[minmax(0,1fr)_12rem] lg:contents print:block">
        <header className="grid min-w-0 content-start gap-3 lg:mt-2 lg:ml-5 print:mx-auto print:mt-8 print:max-w-measure print:pb-6">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl print:text-5xl">{renderBlock("title") ?? "Sermon"}</h1>
          {focus ? <p className="font-serif text-lg italic sm:text-xl print:text-xl">{focus}</p> : null}
          <SermonOrigin topic={topic} createdAt={createdAt} />
          <SermonActions
            id={id}
            userId={userId}
            title={title}
            blocks={blocks}
            audioPath={state.status === "ready" ? audioPath : null}
          />
        </header>
        <SermonImage
          key={imagePath}
          sermonId={id ?? "new"}
          path={imagePath}
          withAltText
          className="aspect-[21/9] w-full short:sm:aspect-[4/3] lg:mt-2 lg:aspect-[4/3] lg:self-start print:hidden"
        />
      </div>
      <OpenPassage value={openPassage}>
        {outline ? (
          <OutlinePanel
            title={title}
            outline={outline}
            current={currentPoint}
            onGoTo={goToBlock}
            className={cn(
              "mt-6 lg:col-start-2 lg:row-start-3 lg:self-start lg:py-4",
              !hasOwnArea && "lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto",
            )}
          />
        ) : null}
        {/* The player sticks to the foot of the column on large screens, on others to that of the page. */}
        <div className="contents lg:col-start-1 lg:row-start-3 lg:block">
          <ScrollArea
            ref={area}
            aria-label="Sermon text"
            scrolls={hasOwnArea}
            className="mt-4 lg:mt-6 print:mx-auto print:max-w-measure"
            viewportClassName={cn("lg:px-5 print:px-0", hasOwnArea && "max-h-[min(600px,calc(100dvh-11rem))]")}
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
          <footer
            ref={player}
            data-keep-clear=""
            className="sticky bottom-0 z-10 mt-2 border-t bg-background pt-2 pb-3 short:py-1 print:hidden"
          >
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text on the page is the transcript */}
            <audio ref={attach} preload="metadata" />
            <Player playback={playback} state={state} onFollow={following || !timings ? undefined : follow} />
          </footer>
        </div>
      </OpenPassage>
      <div className="lg:col-span-full lg:ml-5 print:hidden">
        {id && missing.length > 0 ? <MissingMedia id={id} userId={userId} missing={missing} /> : null}
        {id ? <SermonNote sermonId={id} /> : null}
        {topic ? <AgainButton userId={userId} topic={topic} /> : null}
        {id ? <ThisMissedMe id={id} onBegun={() => void navigate("/dashboard")} /> : null}
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
