import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useMemo, useRef, useState, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { chaptersOf } from "../../../../shared/chapters.ts";
import { readOutline, type OutlinePoint } from "../../../../shared/outline.ts";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import { translationOf } from "../../../../shared/sermon-document.ts";
import { readSermon, spokenSentences } from "../../../../shared/sermon-text.ts";
import { cn } from "../../../lib/cn.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { ScrollArea } from "../../../ui/scroll-area.tsx";
import { toast } from "../../../ui/toast.tsx";
import { MissingMedia } from "../create/missing-media.tsx";
import { generationQuery } from "../create/stored-generation.ts";
import { ThisMissedMe } from "../hearing/this-missed-me.tsx";
import { DeviceVoice } from "../listening/device-voice.ts";
import { listenedSermon } from "../listening/listened-sermon.ts";
import { OtherPlaying } from "../listening/other-playing.tsx";
import { Player } from "../listening/player.tsx";
import { useListeningSettings } from "../listening/settings.ts";
import { useKeys } from "../listening/use-keys.ts";
import { useSermonListening } from "../listening/use-sermon-listening.ts";
import { useTimings } from "../listening/use-timings.ts";
import { SermonImage } from "../sermon-image.tsx";
import { SermonNote } from "../note/sermon-note.tsx";
import { AgainButton } from "../again-on-topic.tsx";
import { BackToSermons } from "./back-to-sermons.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { OpenPassage } from "./passage.ts";
import { PrintedOrigin } from "./printed-notes.tsx";
import { useHasOwnArea, type ReaderElements } from "./reading-frame.ts";
import { useReadingPosition } from "./reading-position.ts";
import { SermonActions } from "./sermon-actions.tsx";
import { SermonOrigin } from "./sermon-origin.tsx";
import { blockId, BlockText, SermonText, sentencesByBlock } from "./sermon-text.tsx";
import { goTo, useAutoScroll } from "./use-auto-scroll.ts";
import { useCurrentPoint } from "./use-current-point.ts";
import { useNight } from "./use-night.ts";
import { onSentenceKey, useSentenceStop } from "./use-sentence-keys.ts";

const PassageSheet = lazyPart(() => import("./passage-sheet.tsx"));

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
  /** It was opened while its recording was made. */
  isGrowing?: boolean;
  /** Its row is not there yet. */
  isUnsaved?: boolean;
  /** That there is no recording was said already. */
  isVoiceTold?: boolean;
}

const TEXT_SIZE_CLASSES = { Normal: "", Large: "[--text-reading:1.5rem]", Largest: "[--text-reading:1.8rem]" };

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
  // What is heard while it grows goes on when recording and picture are there; what stopped to grow is heard from the finished recording.
  const [isGrowing, setGrowing] = useState(props.isGrowing === true && audioPath === null);
  const stopGrowing = useCallback(() => setGrowing(false), []);
  const [heardPath, heardPicture] = isGrowing ? [null, null] : [audioPath, imagePath];
  const sermon = useMemo(
    () => listenedSermon({ userId, id, content, audioPath: heardPath, imagePath: heardPicture, isGrowing }),
    [userId, id, content, heardPath, heardPicture, isGrowing],
  );
  const { title } = sermon;
  const savedId = props.isUnsaved ? null : id;
  // A recording that was still missing when the page opened does not begin by itself later.
  const [startPlaying] = useState(props.startPlaying && audioPath !== null);
  // That a recording failed which was being made is told where it ends (use-sermon-news.ts).
  const isTold = (isVoiceTold || props.isGrowing === true) && !audioPath;
  const tellUnavailable = isGrowing ? stopGrowing : isTold ? noToast : toastUnavailable;
  const { playback, state, other, takeOver } = useSermonListening(sermon, startPlaying, tellUnavailable);
  const growingId = isGrowing ? id : null;
  // The picture may be there before the recording.
  const { data: made } = useQuery({ ...generationQuery(id ?? ""), enabled: growingId !== null });
  const picture = imagePath ?? (isGrowing ? (made?.imagePath ?? null) : null);
  const timings = useTimings({ audioPath, growingId, byDevice: playback instanceof DeviceVoice }, blocks);
  const chapters = useMemo(() => chaptersOf(blocks, timings), [blocks, timings]);
  const position = useReadingPosition(playback, timings);
  const { textSize, night } = useListeningSettings();
  useNight(night);
  useKeys(state.status === "ready" ? playback : null);
  useSentenceStop(timings !== null && playback !== null, position.sentence);

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
  const hearFrom = (sentence: number) => {
    const start = timings?.sentences[sentence]?.start;
    if (start === undefined) return;
    playback?.seek(start);
    follow();
  };
  const onClick = ({ target }: MouseEvent) => {
    const spoken = target instanceof Element ? target.closest<HTMLElement>("[data-sentence]") : null;
    // Selecting text also ends in a click; ignore it.
    if (spoken && getSelection()?.isCollapsed) hearFrom(Number(spoken.dataset["sentence"]));
  };

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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its sentences, which take the focus: clicked or with Enter they are heard
    <article
      className="mx-auto w-full max-w-measure lg:grid lg:max-w-[60rem] lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12 print:block print:max-w-none"
      onClick={onClick}
      onKeyDown={(event) => onSentenceKey(event, hearFrom)}
    >
      <div className="lg:col-span-full lg:ml-5">
        <BackToSermons fromLibrary={fromLibrary} />
      </div>
      {/* The picture stands beside the title where that leaves more of the text on the first screen. */}
      <div className="mt-2 grid gap-5 short:sm:grid-cols-[minmax(0,1fr)_12rem] lg:contents print:flex print:flex-col print:gap-6">
        <header className="grid min-w-0 content-start gap-3 lg:mt-2 lg:ml-5 print:m-0">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl print:text-[27pt] print:font-semibold">
            {renderBlock("title") ?? "Sermon"}
          </h1>
          {focus ? <p className="font-serif text-lg italic sm:text-xl print:text-[14pt]">{focus}</p> : null}
          <SermonOrigin topic={topic} createdAt={createdAt} />
          <PrintedOrigin blocks={blocks} createdAt={createdAt} />
          <SermonActions
            id={savedId}
            userId={userId}
            title={title}
            topic={topic}
            blocks={blocks}
            content={content}
            createdAt={createdAt}
            audioPath={state.status === "ready" || other ? audioPath : null}
            seconds={state.duration}
          />
        </header>
        <SermonImage
          key={picture}
          sermonId={id ?? "new"}
          path={picture}
          withAltText
          className="aspect-[21/9] w-full short:sm:aspect-[4/3] lg:mt-2 lg:aspect-[4/3] lg:self-start print:order-first print:aspect-[5/2] print:rounded-none"
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
            className="mt-4 lg:mt-6"
            viewportClassName={cn("lg:px-5 print:px-0", hasOwnArea && "max-h-[min(600px,calc(100dvh-11rem))]")}
          >
            <SermonText
              blocks={blocks}
              without={shownElsewhere}
              withIds
              sentences={sentences}
              position={position}
              className={cn("py-4", TEXT_SIZE_CLASSES[textSize], timings && "[&_[data-sentence]]:cursor-pointer")}
            />
          </ScrollArea>
          <footer
            ref={player}
            data-keep-clear=""
            className={cn(
              "z-10 mt-2 border-t bg-background pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] short:py-1 print:hidden",
              // What plays instead has the foot of the page.
              !other && "sticky bottom-0",
            )}
          >
            {other ? (
              <OtherPlaying other={other} onPlay={takeOver} />
            ) : (
              <Player
                playback={playback}
                state={state}
                chapters={chapters}
                onFollow={following || position.sentence < 0 ? undefined : follow}
              />
            )}
          </footer>
        </div>
      </OpenPassage>
      {/* Beside the text where no outline is. */}
      <div className={cn("print:hidden", outline ? "lg:col-span-full lg:ml-5" : "lg:col-start-2 lg:row-start-3 lg:self-start")}>
        {id && missing.length > 0 ? <MissingMedia id={id} userId={userId} missing={missing} /> : null}
        {savedId ? <SermonNote userId={userId} sermonId={savedId} /> : null}
        {topic ? <AgainButton userId={userId} topic={topic} /> : null}
        {savedId ? <ThisMissedMe id={savedId} onBegun={() => void navigate("/dashboard")} /> : null}
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
