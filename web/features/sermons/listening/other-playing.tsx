import { Play } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import type { Listening } from "./current.ts";

/** In place of the player, while another sermon is in it. */
export function OtherPlaying({ other: { sermon }, onPlay }: { other: Listening; onPlay: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <Button onClick={onPlay}>
        <Play className="fill-current" aria-hidden />
        Play this sermon
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted-foreground">
        You are listening to <bdi className="font-serif italic">{sermon.title}</bdi>.
      </p>
    </div>
  );
}
