import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { TRASH_DAYS } from "../../../../shared/constants.ts";
import { formatDay } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SermonImage } from "../sermon-image.tsx";
import { trashQuery, type TrashedSermon } from "../trash.ts";
import { NOT_RESTORED, restoreSermons } from "../use-delete-sermon.ts";
import { DeleteForGood } from "./delete-for-good.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;

function daysLeft({ deleted_at }: TrashedSermon): string {
  const days = Math.max(1, Math.ceil((Date.parse(deleted_at) - Date.now()) / DAY_MS + TRASH_DAYS));
  return days === 1 ? "1 day left" : `${days} days left`;
}

/** What was deleted in the last 30 days, to be taken back or deleted for good. */
export function RecentlyDeleted({ userId }: { userId: string }) {
  const trash = useQuery(trashQuery(userId));
  const top = useRef<HTMLParagraphElement>(null);
  // What had the focus has left the list.
  const leadFocus = () => top.current?.focus();
  if (trash.isPending) return <Spinner label="Loading what you deleted..." />;
  if (trash.isError)
    return (
      <div role="alert" className="grid justify-items-start gap-4 border-t py-8">
        <p>What you deleted could not be loaded.</p>
        <Button variant="outline" onClick={() => void trash.refetch()}>
          Try Again
        </Button>
      </div>
    );
  const sermons = trash.data;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p ref={top} tabIndex={-1} className="text-muted-foreground">
          {sermons.length === 0 ? "Nothing was deleted lately." : sermons.length === 1 ? "1 sermon" : `${sermons.length} sermons`}
        </p>
        {sermons.length > 1 ? (
          <DeleteForGood ids={sermons.map(({ id }) => id)} userId={userId} onDeleted={leadFocus}>
            <Button variant="outline" size="sm" className="min-h-11">
              Delete all for good
            </Button>
          </DeleteForGood>
        ) : null}
      </div>
      {sermons.length > 0 ? (
        <ul aria-label="Recently deleted" className="grid border-b">
          {sermons.map((sermon) => (
            <TrashedCard key={sermon.id} sermon={sermon} userId={userId} onGone={leadFocus} />
          ))}
        </ul>
      ) : null}
      <Link to="/my-sermons" className="link inline-flex min-h-11 items-center justify-self-start">
        Back to Sermons
      </Link>
    </div>
  );
}

function TrashedCard({ sermon, userId, onGone }: { sermon: TrashedSermon; userId: string; onGone: () => void }) {
  const client = useQueryClient();
  const { id, title, image_url, deleted_at } = sermon;
  const restore = useMutation({
    mutationFn: () => restoreSermons(client, userId, [id]),
    onSuccess: () => {
      onGone();
      toast({ title: "Your sermon is back", about: id });
    },
    onError: () => toast({ ...NOT_RESTORED, variant: "destructive" }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t py-4">
      <SermonImage sermonId={id} path={image_url} className="aspect-[16/9] w-24 shrink-0 sm:w-36" />
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 dir="auto" className="line-clamp-2 text-xl wrap-anywhere">
          {title}
        </h2>
        <p className="text-sm text-muted-foreground">
          Deleted <time dateTime={deleted_at}>{formatDay(deleted_at)}</time>, {daysLeft(sermon)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <Button
          variant="outline"
          size="sm"
          className="min-h-11"
          aria-label={`Restore ${title}`}
          aria-busy={restore.isPending}
          onClick={() => {
            if (!restore.isPending) restore.mutate();
          }}
        >
          <Undo2 aria-hidden />
          Restore
        </Button>
        <DeleteForGood ids={[id]} userId={userId} onDeleted={onGone}>
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11 text-muted-foreground hover:text-destructive"
            aria-label={`Delete ${title} for good`}
          >
            Delete for good
          </Button>
        </DeleteForGood>
      </div>
    </li>
  );
}
