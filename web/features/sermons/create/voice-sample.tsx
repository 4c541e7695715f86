import { useQuery } from "@tanstack/react-query";
import { Square, Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { VoiceName } from "../../../../shared/voices.ts";
import { getConfig } from "../../../lib/config.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { currentListening, whenHeard } from "../listening/current.ts";

const FAILED = { title: "The sample can’t be played", description: "Please try again in a moment." } as const;

/** A button that lets the voice be heard, and stops it. What it plays is loaded when it is pressed. */
export function VoiceSample({ voice }: { voice: VoiceName }) {
  const hasSamples = useQuery({ queryKey: ["voice-samples"], queryFn: async () => (await getConfig()).voiceSamples !== false });
  const [isPlaying, setPlaying] = useState(false);
  const playing = useRef<AbortController>(null);
  // Another voice is another button, so that one plays at a time.
  useEffect(() => () => playing.current?.abort(), []);
  if (hasSamples.data !== true) return null;

  async function play() {
    const controller = new AbortController();
    playing.current = controller;
    setPlaying(true);
    // One voice at a time: the sermon waits where it is, and stops the sample when it is heard again.
    currentListening()?.playback.pause();
    const leave = whenHeard(() => controller.abort());
    try {
      const { playSample } = await import("./play-sample.ts");
      await playSample(voice, controller.signal);
    } catch {
      if (!controller.signal.aborted) toast({ ...FAILED, variant: "destructive", local: true });
    }
    leave();
    setPlaying(false);
  }

  return (
    <Button
      variant="outline"
      size="icon"
      className="shrink-0"
      aria-label={isPlaying ? `Stop ${voice}` : `Hear ${voice}`}
      onClick={() => (isPlaying ? playing.current?.abort() : void play())}
    >
      {isPlaying ? <Square className="fill-current" aria-hidden /> : <Volume2 aria-hidden />}
    </Button>
  );
}
