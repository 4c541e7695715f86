import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { PODCAST } from "../../../shared/messages/podcast.ts";
import { formatDay } from "../../lib/date.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { FeedAddress } from "./feed-address.tsx";
import { closeFeed, openFeed, podcastFeedQuery } from "./feed.ts";

/** The person's private podcast feed: opens it, gives it another address, closes it. */
export function PodcastFeed({ userId }: { userId: string }) {
  const client = useQueryClient();
  const heading = useId();
  const { data: since, isPending, isError, refetch } = useQuery(podcastFeedQuery(userId));
  const [address, setAddress] = useState<string | null>(null);
  const onSettled = () => client.invalidateQueries(podcastFeedQuery(userId));
  const onError = () => toast({ title: PODCAST.failed, variant: "destructive" });
  const opening = useMutation({ mutationFn: openFeed, onSuccess: setAddress, onError, onSettled });
  const closing = useMutation({
    mutationFn: () => closeFeed(userId),
    onSuccess: () => {
      setAddress(null);
      toast({ title: PODCAST.closed });
    },
    onError,
    onSettled,
  });
  const busy = opening.isPending || closing.isPending;
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-4 border-t pt-8">
      <h2 id={heading} className="text-2xl">
        {PODCAST.title}
      </h2>
      <p className="max-w-measure">{PODCAST.lead}</p>
      <p className="max-w-measure text-muted-foreground">{PODCAST.holds}</p>
      {isError ? (
        <div className="grid justify-items-start gap-3">
          <p role="alert">{PODCAST.loadFailed}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : isPending ? null : since === null ? (
        <Button disabled={busy} aria-busy={busy} onClick={() => opening.mutate()}>
          {opening.isPending ? PODCAST.opening : PODCAST.open}
        </Button>
      ) : (
        <>
          <p>{PODCAST.isOpen(formatDay(since))}</p>
          {address ? <FeedAddress key={address} address={address} /> : null}
          <div className="flex flex-wrap gap-3">
            <Confirm
              title={PODCAST.replaceTitle}
              details={PODCAST.replaceDetails}
              action={PODCAST.replace}
              onConfirm={() => opening.mutate()}
            >
              <Button variant="outline" disabled={busy} aria-busy={opening.isPending}>
                {PODCAST.replace}
              </Button>
            </Confirm>
            <Confirm
              title={PODCAST.closeTitle}
              details={PODCAST.closeDetails}
              action={PODCAST.close}
              onConfirm={() => closing.mutate()}
            >
              <Button variant="outline" disabled={busy} aria-busy={closing.isPending}>
                {PODCAST.close}
              </Button>
            </Confirm>
          </div>
        </>
      )}
    </section>
  );
}

interface ConfirmProps {
  title: string;
  details: string;
  action: string;
  onConfirm: () => void;
  /** The button that asks. */
  children: ReactNode;
}

function Confirm({ title, details, action, onConfirm, children }: ConfirmProps) {
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>{children}</AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{details}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction onClick={onConfirm}>{action}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
