import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { Link } from "react-router";
import { formatClock } from "../../../lib/clock.ts";
import { useListening } from "./current.ts";
import { lastPlaceQuery } from "./places.ts";

/** The sermon that was left unheard last, on any device. Nothing while one is being heard, or if there is none. */
export function ContinueListening({ userId }: { userId: string }) {
  const { data } = useQuery(lastPlaceQuery(userId));
  const listening = useListening();
  if (!data || listening) return null;
  return (
    <Link
      to={`/sermon/${data.sermon_id}`}
      state={{ play: true }}
      className="mt-8 flex min-h-16 items-center gap-4 rounded-md border bg-card px-4 py-3 group-has-data-crisis/dashboard:hidden hover:bg-muted"
    >
      <Play className="size-5 shrink-0 fill-current text-primary" aria-hidden />
      <span className="grid min-w-0">
        <span className="text-sm text-muted-foreground">Continue listening at {formatClock(data.seconds)}</span>
        <span dir="auto" className="truncate font-serif text-lg">
          {data.sermons.written_title ?? data.sermons.title}
        </span>
      </span>
    </Link>
  );
}
