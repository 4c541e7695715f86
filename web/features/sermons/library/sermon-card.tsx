import { Play, Trash2, Volume2, VolumeX } from "lucide-react";
import { Link } from "react-router";
import { cn } from "../../../lib/cn.ts";
import { formatDay } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DeleteSermon } from "../delete-sermon.tsx";
import { SermonImage } from "../sermon-image.tsx";
import type { Sermon } from "../sermon.ts";
import type { LibraryView } from "./library-view.ts";

export type AudioAvailability = "checking" | "available" | "unavailable" | "unknown";

const AUDIO: Record<AudioAvailability, string> = {
  checking: "Checking audio...",
  available: "Audio available",
  unavailable: "Audio unavailable",
  unknown: "Could not verify if audio exists for this sermon.",
};

/** The generated title, from the content; the row's `title` is the topic that the user typed. */
function writtenTitle(content: string): string | null {
  return /^# (.+)$/m.exec(content)?.[1] ?? null;
}

interface SermonCardProps {
  sermon: Sermon;
  userId: string;
  audio: AudioAvailability;
  view: LibraryView;
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

export function SermonCard({ sermon, userId, audio, view, onDeleted }: SermonCardProps) {
  const { id, ...shown } = sermon;
  const { title, content, image_url } = shown;
  const state = { ...shown, fromLibrary: true };
  const linkProps = { to: `/sermon/${id}`, state };
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
        <p className="line-clamp-1 font-serif wrap-anywhere text-muted-foreground italic">{writtenTitle(content)}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <time dateTime={sermon.created_at}>{formatDay(sermon.created_at)}</time>
          <span className="inline-flex items-center gap-1.5">
            <AudioIcon className="size-3.5" aria-hidden />
            {AUDIO[audio]}
          </span>
        </p>
      </div>
      <div className={cn("flex items-center", layout.actions)}>
        <Button asChild variant="outline" size="sm" className="min-h-11">
          <Link {...linkProps} state={{ ...state, play: true }} aria-label={`Play ${title}`}>
            <Play className="fill-current" aria-hidden />
            Play
          </Link>
        </Button>
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
    </li>
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
