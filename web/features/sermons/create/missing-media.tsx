import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { sermonQuery } from "../sermon.ts";
import { useRetryMedia } from "./retry-media.ts";
import { generationQuery } from "./stored-generation.ts";

const WAITING = { voice: "The recording is still being made...", image: "The picture is still being made..." };
const MISSING = { voice: "This sermon has no recording.", image: "This sermon has no picture of its own." };
const AGAIN = { voice: "Record again", image: "Draw again" };

interface MissingMediaProps {
  id: string;
  userId: string;
  missing: readonly ("voice" | "image")[];
}

/** Status of a missing recording or picture: still being made, or not there, with a retry button. Renders nothing if unknown. */
export function MissingMedia({ id, userId, missing }: MissingMediaProps) {
  const client = useQueryClient();
  const { data: generation } = useQuery(generationQuery(id));
  const again = useRetryMedia(userId);
  const running = generation?.state === "running";
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running) void client.invalidateQueries(sermonQuery(id));
    wasRunning.current = running;
  }, [running, client, id]);
  if (!generation) return null;
  return missing.map((kind) => {
    const status = again.isPending && again.variables.kind === kind ? "in-progress" : generation.steps[kind];
    if (status === "completed") return null;
    if (status !== "error") return <Spinner key={kind} label={WAITING[kind]} className="py-2" />;
    return (
      <div key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="text-muted-foreground">{MISSING[kind]}</p>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Try again: ${AGAIN[kind]}`}
          disabled={again.isPending}
          onClick={() => again.mutate({ generationId: id, kind })}
        >
          Try again
        </Button>
      </div>
    );
  });
}
