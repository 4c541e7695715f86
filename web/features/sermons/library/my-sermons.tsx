import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, List, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { getSupabase } from "../../../lib/supabase.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useFollowedGeneration } from "../create/followed-generation.ts";
import type { StoredGeneration } from "../create/stored-generation.ts";
import { PlayAll } from "../listening/play-all.tsx";
import { existingAudioQuery } from "../media.ts";
import { LibraryError, sermonListQuery } from "../sermon-list.ts";
import type { Sermon } from "../sermon.ts";
import { useLibraryView, type LibraryView } from "./library-view.ts";
import { searchSermons } from "./search-sermons.ts";
import { RunningCard } from "./running-card.tsx";
import { useSearchWords } from "./search-words.ts";
import { SermonCard, SermonCardSkeleton, type AudioAvailability } from "./sermon-card.tsx";

const gridClass = "grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3";

/** The library, newest first. */
export function MySermons({ userId }: { userId: string }) {
  const list = useQuery(sermonListQuery(userId));
  const { error } = list;
  const { followed } = useFollowedGeneration(userId);
  // One that is made anew in part has its card already, and so has one that is just ready once the list is loaded.
  const isOpen = followed?.state === "running" || followed?.state === "finished";
  const running = isOpen && !list.data?.some(({ id }) => id === followed.id) ? followed : null;
  useEffect(() => {
    if (!error) return;
    toast({
      title: "Error",
      description: "Failed to load your sermons. Please try refreshing the page.",
      variant: "destructive",
    });
  }, [error]);

  // After a failed first load, a retry shows the page with its refresh state instead of this.
  if (list.isPending && list.errorUpdateCount === 0) return <Loading />;
  const refreshing = list.isFetching;
  const refresh = () => void list.refetch();
  return (
    <div className="grid gap-8">
      <div className="flex items-center justify-between gap-4">
        <p className="text-muted-foreground">{list.data ? count(list.data.length) : null}</p>
        <Button variant="outline" size="sm" className="min-h-11" disabled={refreshing} onClick={refresh}>
          <RefreshCw className={refreshing ? "animate-spin" : undefined} aria-hidden />
          {refreshing ? "Refreshing..." : "Refresh List"}
        </Button>
      </div>
      {error ? <ErrorBanner error={error} refreshing={refreshing} onRetry={refresh} /> : null}
      {list.isPending ? <SermonListSkeleton /> : null}
      {list.data?.length === 0 && !running ? <Empty /> : null}
      {list.data && (list.data.length > 0 || running) ? (
        <SermonList sermons={list.data} running={running} userId={userId} />
      ) : null}
    </div>
  );
}

const count = (sermons: number) => (sermons === 0 ? null : sermons === 1 ? "1 sermon" : `${sermons} sermons`);

function Loading() {
  return (
    <div className="grid gap-8">
      <Spinner label="Loading your sermons..." />
      <SermonListSkeleton />
    </div>
  );
}

function SermonListSkeleton() {
  return (
    <div className={gridClass}>
      {["first", "second", "third"].map((place) => (
        <SermonCardSkeleton key={place} />
      ))}
    </div>
  );
}

interface SermonListProps {
  sermons: readonly Sermon[];
  /** One that is being made. */
  running: StoredGeneration | null;
  userId: string;
}

function SermonList({ sermons, running, userId }: SermonListProps) {
  const paths = sermons.flatMap(({ audio_url: path }) => (path === null ? [] : [path]));
  const existing = useQuery(existingAudioQuery(paths));
  const available = (path: string | null): AudioAvailability => {
    if (path === null) return "unavailable";
    if (existing.data) return existing.data.includes(path) ? "available" : "unavailable";
    return existing.isError ? "unknown" : "checking";
  };
  const [words, setWords] = useSearchWords();
  const [view, setView] = useLibraryView();
  const found = searchSermons(sermons, words);
  return (
    <>
      {sermons.length > 1 ? (
        <div className="flex items-end justify-between gap-3">
          <Field label="Search your sermons" className="max-w-sm flex-1">
            <Input type="search" dir="auto" autoComplete="off" value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
          <ViewChoice view={view} onChange={setView} />
        </div>
      ) : null}
      {words.trim() ? (
        <output className="text-muted-foreground">
          {found.length === 0 ? "No sermon has these words." : `${count(found.length)} found`}
        </output>
      ) : null}
      <PlayAll userId={userId} sermons={found} />
      <ul className={view === "grid" ? gridClass : "grid border-b empty:hidden"}>
        {running && !words.trim() ? <RunningCard generation={running} view={view} /> : null}
        {found.map((sermon) => (
          <SermonCard
            key={sermon.id}
            sermon={sermon}
            userId={userId}
            view={view}
            audio={available(sermon.audio_url)}
            onDeleted={() => focusAfter(sermon.id)}
          />
        ))}
      </ul>
    </>
  );
}

/** What gets the focus when a card leaves the list: the next card's title, else the one before, else the page's heading. */
function focusAfter(id: string): HTMLElement | null {
  const card = document.querySelector(`[data-sermon="${id}"]`);
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  const title = neighbour?.querySelector<HTMLElement>("h2 a");
  if (title) return title;
  const heading = document.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  return heading;
}

const VIEWS = [
  ["grid", "Show as grid", LayoutGrid],
  ["list", "Show as list", List],
] as const;

function ViewChoice({ view, onChange }: { view: LibraryView; onChange: (view: LibraryView) => void }) {
  return (
    <div className="flex">
      {VIEWS.map(([name, label, Icon]) => (
        <Button
          key={name}
          variant="ghost"
          size="icon"
          aria-label={label}
          aria-pressed={view === name}
          className="text-muted-foreground aria-pressed:bg-muted aria-pressed:text-foreground"
          onClick={() => onChange(name)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}

function Empty() {
  return (
    <div className="grid justify-items-start gap-4 border-t py-12">
      <h2 className="text-2xl">Nothing here yet</h2>
      <p className="max-w-measure text-lg text-muted-foreground">
        What is written for you is kept here, with its recording and picture.
      </p>
      <Button asChild>
        <Link to="/dashboard">Create Your First Sermon</Link>
      </Button>
    </div>
  );
}

interface ErrorBannerProps {
  error: Error;
  refreshing: boolean;
  onRetry: () => void;
}

function ErrorBanner({ error, refreshing, onRetry }: ErrorBannerProps) {
  const navigate = useNavigate();
  const [fixing, setFixing] = useState(false);
  async function fixAuthentication() {
    // Without a network the client retries for half a minute.
    setFixing(true);
    const { auth } = await getSupabase();
    const { error: failed } = await auth.refreshSession();
    setFixing(false);
    if (!failed) return onRetry();
    toast({
      title: "Authentication Error",
      description: "Please sign in again to access your sermons",
      variant: "destructive",
    });
    // Not every error ends the session in this browser, and the sign-in page redirects back while there is one.
    await auth.signOut({ scope: "local" });
    await navigate("/login", { replace: true, state: { from: "/my-sermons" } });
  }
  return (
    <div role="alert" className="grid gap-4 rounded-md border border-l-4 border-l-destructive bg-card p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">Error Loading Sermons</h2>
        <p className="text-muted-foreground">
          {(error instanceof LibraryError && error.message) || "Failed to load your sermons"}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={refreshing} onClick={onRetry}>
          Try Again
        </Button>
        {error instanceof LibraryError && error.isSessionInvalid ? (
          <Button disabled={fixing} aria-busy={fixing} onClick={() => void fixAuthentication()}>
            Fix Authentication
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Shown in place of the library when the session has ended. */
export function SignInRequired() {
  return (
    <div className="grid justify-items-start gap-4 border-t py-12">
      <h2 className="text-2xl">Authentication Required</h2>
      <p className="text-lg text-muted-foreground">Please sign in to view your sermons</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/login" state={{ from: "/my-sermons" }}>
            Sign In
          </Link>
        </Button>
        <Button asChild variant="outline">
          <a href="/">Return Home</a>
        </Button>
      </div>
    </div>
  );
}
