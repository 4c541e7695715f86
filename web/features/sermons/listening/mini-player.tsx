import { useQuery } from "@tanstack/react-query";
import { Pause, Play, SkipForward, X } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../lib/clock.ts";
import { Button } from "../../../ui/button.tsx";
import { imageQuery } from "../media.ts";
import { isSameRecording, useShownSermon, type Listening } from "./current.ts";
import { toggle } from "./playback.ts";
import { playNext, useQueue } from "./queue.ts";
import { useBackground } from "./use-background.ts";
import { useChapters } from "./use-chapters.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlaybackState } from "./use-sermon-listening.ts";

/** What is being listened to: on the lock screen, and at the foot of every page but its own. */
export default function MiniPlayer({ listening }: { listening: Listening }) {
  const { sermon, playback } = listening;
  const shown = useShownSermon();
  useBackground(usePlaybackState(playback).playing);
  const image = useQuery({ ...imageQuery(sermon.imagePath ?? ""), enabled: sermon.imagePath !== null });
  useMediaSession(playback, sermon.title, image.data, useChapters(listening));
  return shown && isSameRecording(shown, sermon) ? null : <Bar {...listening} />;
}

function Bar({ sermon, playback, close }: Listening) {
  const { status, playing, time, duration } = usePlaybackState(playback);
  const next = useQueue();
  return (
    <aside
      aria-label="Now playing"
      data-keep-clear=""
      data-foot-bar=""
      className="sticky bottom-0 z-20 border-t bg-card print:hidden"
    >
      <div className="h-0.5 bg-lamp" style={{ width: `${duration > 0 ? (time / duration) * 100 : 0}%` }} aria-hidden />
      <div className="page flex items-center gap-2 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
        <Button
          size="icon"
          className="rounded-full"
          disabled={status !== "ready"}
          aria-label={playing ? "Pause" : "Play"}
          onClick={() => toggle(playback)}
        >
          {playing ? (
            <Pause className="fill-current" aria-hidden />
          ) : (
            <Play className="translate-x-0.5 fill-current" aria-hidden />
          )}
        </Button>
        <Link {...sermon.link} className="flex min-h-11 min-w-0 flex-1 flex-col justify-center px-1 hover:underline">
          <span dir="auto" className="truncate font-serif">
            {sermon.title}
          </span>
          <span className="text-sm text-muted-foreground tabular-nums">
            {status === "unavailable" ? "The recording is unavailable" : `${formatClock(time)} of ${formatClock(duration)}`}
          </span>
        </Link>
        {next.length > 0 ? (
          <Button variant="ghost" size="icon" aria-label={`Next sermon, ${next.length} to come`} onClick={() => void playNext()}>
            <SkipForward aria-hidden />
          </Button>
        ) : null}
        <Button variant="ghost" size="icon" aria-label="Stop listening" onClick={() => close()}>
          <X aria-hidden />
        </Button>
      </div>
    </aside>
  );
}
