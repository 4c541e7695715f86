import { useQueryClient } from "@tanstack/react-query";
import { BookOpen, FolderPlus, PenLine, Play, Trash2, Volume2, VolumeX } from "lucide-react";
import { Link, type LinkProps } from "react-router";
import { cn } from "../../../lib/cn.ts";
import { formatDay } from "../../../lib/date.ts";
import { isOnline } from "../../../lib/online.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { KeepInCollections } from "../collections/keep-in-collections.tsx";
import { DeleteSermon } from "../delete-sermon.tsx";
import { KeptMark } from "../kept/kept-mark.tsx";
import { SermonImage } from "../sermon-image.tsx";
import type { FoundSermon } from "../sermon-list.ts";
import { sermonQuery } from "../sermon.ts";
import { AgainOnTopic } from "../again-on-topic.tsx";
import { Excerpt } from "./excerpt.tsx";
import { FavouriteButton } from "./favourite-button.tsx";
import type { Selection } from "./selection.ts";
import type { LibraryView } from "./library-view.ts";

export type AudioAvailability = "checking" | "available" | "unavailable" | "unknown";

const AUDIO: Record<AudioAvailability, string> = {
  checking: "Checking audio...",
  available: "Audio available",
  unavailable: "Audio unavailable",
  unknown: "Could not verify if audio exists for this sermon.",
};

interface SermonCardProps {
  sermon: FoundSermon;
  userId: string;
  audio: AudioAvailability;
  view: LibraryView;
  selection: Selection;
  onDeleted: () => HTMLElement | null;
}

const LAYOUTS: Record<LibraryView, { card: string; picture: string; actions: string }> = {
  grid: { card: "flex flex-col gap-3", picture: "block", actions: "justify-between" },
  list: {
    card: "flex flex-wrap items-center gap-x-5 gap-y-2 border-t py-4",
    picture: "w-24 shrink-0 sm:w-36",
    actions: "gap-2 max-sm:w-full max-sm:justify-between",
  },
};

export function SermonCard({ sermon, userId, audio, view, selection, onDeleted }: SermonCardProps) {
  const { id, title, written_title, audio_url, image_url, created_at, excerpt } = sermon;
  const client = useQueryClient();
  // The list has no texts. One that was read lately is passed on; another is on its way before the finger is lifted.
  const content = client.getQueryData(sermonQuery(id).queryKey)?.content;
  const state = { title, content, audio_url, image_url, created_at, fromLibrary: true };
  const begin = () => void (isOnline() && client.prefetchQuery(sermonQuery(id)));
  const linkProps = { to: `/sermon/${id}`, state, onPointerDown: begin };
  const layout = LAYOUTS[view];
  const AudioIcon = audio === "available" ? Volume2 : VolumeX;
  return (
    <li data-sermon={id} className={layout.card}>
      <Link {...linkProps} tabIndex={-1} aria-hidden className={layout.picture}>
        <SermonImage sermonId={id} path={image_url} className="aspect-[16/9]" />
      </Link>
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 dir="auto" className="line-clamp-2 text-xl wrap-anywhere">
          <Link {...linkProps} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="line-clamp-1 font-serif wrap-anywhere text-muted-foreground italic">{written_title}</p>
        {excerpt ? <Excerpt excerpt={excerpt} /> : null}
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <time dateTime={created_at}>{formatDay(created_at)}</time>
          <span className="inline-flex items-center gap-1.5">
            <AudioIcon className="size-3.5" aria-hidden />
            {AUDIO[audio]}
          </span>
          <KeptMark id={id} userId={userId} />
        </p>
      </div>
      <div className={cn("flex items-center", layout.actions)}>
        {selection.chosen ? (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              aria-label={`Select ${title}`}
              className="size-5 accent-primary"
              checked={selection.chosen.has(id)}
              onChange={() => selection.toggle(id)}
            />
            Select
          </label>
        ) : (
          <CardActions {...{ sermon, userId, audio, onDeleted, linkProps }} />
        )}
      </div>
    </li>
  );
}

interface CardActionsProps extends Pick<SermonCardProps, "sermon" | "userId" | "audio" | "onDeleted"> {
  /** Opens the sermon. */
  linkProps: LinkProps;
}

function CardActions({ sermon, userId, audio, onDeleted, linkProps }: CardActionsProps) {
  const { id, title } = sermon;
  return (
    <>
      <Button asChild variant="outline" size="sm" className="min-h-11">
        {audio === "unavailable" ? (
          <Link {...linkProps} aria-label={`Read ${title}`}>
            <BookOpen aria-hidden />
            Read
          </Link>
        ) : (
          <Link {...linkProps} state={{ ...linkProps.state, play: true }} aria-label={`Play ${title}`}>
            <Play className="fill-current" aria-hidden />
            Play
          </Link>
        )}
      </Button>
      <div className="flex">
        <FavouriteButton sermon={sermon} userId={userId} />
        <KeepInCollections userId={userId} ids={[id]} what={title}>
          {(open) => (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Collections: ${title}`}
              title="Collections"
              className="text-muted-foreground"
              onClick={open}
            >
              <FolderPlus aria-hidden />
            </Button>
          )}
        </KeepInCollections>
        <AgainOnTopic userId={userId} topic={title}>
          {(begin) => (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Again on this topic: ${title}`}
              title="Again on this topic"
              className="text-muted-foreground"
              onClick={begin}
            >
              <PenLine aria-hidden />
            </Button>
          )}
        </AgainOnTopic>
        <DeleteSermon id={id} title={title} userId={userId} onDeleted={onDeleted}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete ${title}`}
            className="text-muted-foreground hover:text-destructive"
          >
            <Trash2 aria-hidden />
          </Button>
        </DeleteSermon>
      </div>
    </>
  );
}

export function SermonCardSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="aspect-[16/9]" />
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
