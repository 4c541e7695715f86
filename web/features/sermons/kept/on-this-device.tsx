import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import { KEPT } from "../../../../shared/messages/kept.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { keepLastTen, takeOffAll } from "./change-kept.ts";
import { FreeSpace } from "./free-space.tsx";
import { takeOff } from "./keeping.ts";
import { canKeep } from "./kept-files.ts";
import { bytesOf, keptQuery, type Kept, type KeptSermon } from "./kept-sermon.ts";
import { isQuotaExceeded } from "./quota.ts";
import { expectedBytes, sizeText } from "./size.ts";

const FIVE_MINUTES = 300;
const TEN = 10;

/** What is kept on this device, how much that is, and what is kept by itself. */
export default function OnThisDevice({ userId }: { userId: string }) {
  const heading = useId();
  const { data } = useQuery(keptQuery(userId));
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-4 border-t pt-8">
      <h2 id={heading} tabIndex={-1} className="text-2xl">
        {KEPT.title}
      </h2>
      <p className="max-w-measure">{KEPT.lead}</p>
      {canKeep() ? data && <Shelf userId={userId} kept={data} heading={heading} /> : <p>{KEPT.unable}</p>}
    </section>
  );
}

function Shelf({ userId, kept, heading }: { userId: string; kept: Kept; heading: string }) {
  const client = useQueryClient();
  const { sermons, lastTen, isFull } = kept;
  const room = useQuery({
    queryKey: ["kept-room", sermons.length],
    queryFn: async () => (await navigator.storage?.estimate?.())?.quota ?? 0,
    networkMode: "always",
    retry: false,
  });
  const onSettled = () => client.invalidateQueries(keptQuery(userId));
  // The box shows at once what was asked for; the mutation would tell it in a later task, and the box be drawn as before until then.
  const [asked, setAsked] = useState<boolean | null>(null);
  const following = useMutation({
    mutationFn: (follow: boolean) => keepLastTen(userId, follow),
    onError: (error) =>
      toast({ title: isQuotaExceeded(error) ? KEPT.full : KEPT.failed, description: KEPT.failedDetails, variant: "destructive" }),
    onSettled: async () => {
      await onSettled();
      setAsked(null);
    },
  });
  const freeing = useMutation({ mutationFn: () => takeOffAll(userId), onSettled });
  const focusHeading = () => document.getElementById(heading)?.focus();
  const size = sizeText(sermons.reduce((sum, sermon) => sum + bytesOf(sermon), 0));
  return (
    <>
      <label className="flex max-w-measure items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-5 shrink-0 accent-primary"
          checked={asked ?? lastTen}
          aria-busy={asked !== null}
          onChange={({ target }) => {
            if (asked !== null) return;
            setAsked(target.checked);
            following.mutate(target.checked);
          }}
        />
        <span className="grid gap-0.5">
          {KEPT.lastTen}
          <span className="text-sm text-muted-foreground">
            {KEPT.lastTenDetails(sizeText(TEN * expectedBytes(FIVE_MINUTES)))}
          </span>
        </span>
      </label>
      {asked ? <output>{KEPT.fetching}</output> : null}
      {isFull ? <output>{KEPT.notAll}</output> : null}
      {sermons.length === 0 ? (
        <p className="text-muted-foreground">{KEPT.none}</p>
      ) : (
        <>
          <ul aria-label={KEPT.title} className="w-full max-w-measure border-b">
            {sermons.map((document) => (
              <KeptRow
                key={document.sermon.id}
                document={document}
                onTakeOff={async () => {
                  await takeOff(client, userId, [document.sermon.id]);
                  toast({ title: KEPT.isRemoved, local: true, about: document.sermon.id });
                  focusHeading();
                }}
              />
            ))}
          </ul>
          <p className="text-muted-foreground">
            {KEPT.used(sermons.length, size)} {room.data ? KEPT.room(sizeText(room.data)) : null}
          </p>
          <FreeSpace busy={freeing.isPending} onConfirm={() => freeing.mutate(undefined, { onSuccess: focusHeading })} />
        </>
      )}
    </>
  );
}

function KeptRow({ document: kept, onTakeOff }: { document: KeptSermon; onTakeOff: () => Promise<void> }) {
  const { id, title, written_title } = kept.sermon;
  return (
    <li className="flex items-center gap-3 border-t py-1">
      <Link to={`/sermon/${id}`} dir="auto" className="flex min-h-11 min-w-0 flex-1 items-center hover:underline">
        <span className="line-clamp-2 wrap-anywhere">{written_title ?? title}</span>
      </Link>
      <span className="shrink-0 text-sm text-muted-foreground tabular-nums">{sizeText(bytesOf(kept))}</span>
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11"
        aria-label={`${KEPT.remove}: ${written_title ?? title}`}
        onClick={() => void onTakeOff()}
      >
        {KEPT.takeOff}
      </Button>
    </li>
  );
}
