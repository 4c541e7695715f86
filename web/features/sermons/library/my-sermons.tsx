import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { useOnline } from "../../../lib/online.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useFollowedGeneration } from "../create/followed-generation.ts";
import { useSettled } from "../hearing/use-settled.ts";
import { CollectionHead } from "../collections/collection-head.tsx";
import { sermonsOf } from "../collections/collections.ts";
import { PlayAll } from "../listening/play-all.tsx";
import { sermonListQuery, type LibraryFilter } from "../sermon-list.ts";
import { KeptLibrary } from "./kept-library.tsx";
import { ErrorBanner } from "./library-error.tsx";
import { conditionsOf, useLibraryFilter } from "./library-filter.ts";
import { LibrarySearch } from "./library-search.tsx";
import { useLibraryView } from "./library-view.ts";
import { useSelection } from "./selection.ts";
import { SermonCardSkeleton } from "./sermon-card.tsx";
import { gridClass, SermonListView } from "./sermon-list-view.tsx";

/** Typing pauses this long before a search begins. */
const SETTLED_MS = 250;

/** The library, newest first. */
export function MySermons({ userId }: { userId: string }) {
  const [filter, setFilter] = useLibraryFilter();
  const asked = useSettledTexts(filter);
  const list = useInfiniteQuery({ ...sermonListQuery(userId, asked), placeholderData: keepPreviousData });
  const { error } = list;
  const sermons = list.data?.pages.flatMap((page) => page.sermons);
  const [view, setView] = useLibraryView();
  const online = useOnline();
  const selection = useSelection();
  const { followed } = useFollowedGeneration(userId);
  // One that is made anew in part has its card already, and so has one that is just ready once the list is loaded.
  const isOpen = followed?.state === "running" || followed?.state === "finished";
  const running = isOpen && !sermons?.some(({ id }) => id === followed.id) ? followed : null;
  useEffect(() => {
    if (!error) return;
    toast({
      title: "Error",
      description: "Failed to load your sermons. Please try refreshing the page.",
      variant: "destructive",
    });
  }, [error]);

  // After a failed first load, a retry shows the page with its refresh state instead of this.
  if (list.isPending && list.errorUpdateCount === 0)
    return online ? (
      <Loading />
    ) : (
      <KeptLibrary userId={userId}>
        <Loading />
      </KeptLibrary>
    );
  const refreshing = list.isRefetching || (list.isFetching && list.isPending);
  const refresh = () => void list.refetch();
  const narrowed = isNarrowed(asked);
  const { collection } = filter;
  const isEmpty = sermons?.length === 0 && !narrowed && !running;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted-foreground">{sermons && !narrowed ? count(sermons.length, list.hasNextPage) : null}</p>
        <div className="flex flex-wrap gap-3">
          <PlayAll
            userId={userId}
            sermons={sermons ?? []}
            // Also those that are not loaded yet.
            findAll={
              collection !== null && conditionsOf(asked) === 1 && list.hasNextPage ? () => sermonsOf(collection) : undefined
            }
          />
          {sermons && sermons.length > 0 && !selection.chosen ? (
            <Button variant="ghost" size="sm" className="min-h-11" onClick={selection.begin}>
              Select
            </Button>
          ) : null}
          <Button variant="outline" size="sm" className="min-h-11" disabled={refreshing} onClick={refresh}>
            <RefreshCw className={refreshing ? "animate-spin" : undefined} aria-hidden />
            {refreshing ? "Refreshing..." : "Refresh List"}
          </Button>
        </div>
      </div>
      {error ? <ErrorBanner error={error} refreshing={refreshing} onRetry={refresh} /> : null}
      {error && !sermons ? <KeptLibrary userId={userId}>{null}</KeptLibrary> : null}
      {list.isPending ? <SermonListSkeleton /> : null}
      {isEmpty ? <Empty /> : null}
      {sermons && (sermons.length > 1 || narrowed || isNarrowed(filter)) && !isEmpty ? (
        <LibrarySearch userId={userId} filter={filter} onChange={setFilter} view={view} onView={setView} />
      ) : null}
      {collection === null ? null : (
        <CollectionHead userId={userId} id={collection} onLeave={() => setFilter({ collection: null })} />
      )}
      {sermons && narrowed ? (
        <output className="text-muted-foreground">
          {sermons.length > 0
            ? `${count(sermons.length, false)} found${list.hasNextPage ? ", and there are more" : ""}`
            : conditionsOf(asked) > 0
              ? "No sermon fits all of this."
              : "No sermon has these words."}
        </output>
      ) : null}
      {sermons && !isEmpty ? (
        <SermonListView
          sermons={sermons}
          running={narrowed ? null : running}
          userId={userId}
          view={view}
          selection={selection}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
      <Link to="/recently-deleted" className="link inline-flex min-h-11 items-center justify-self-start text-sm">
        Recently deleted
      </Link>
    </div>
  );
}

const isNarrowed = (filter: LibraryFilter) => filter.words.trim() !== "" || conditionsOf(filter) > 0;

/** The filter as it is searched for: texts once they are typed, the rest at once. */
function useSettledTexts(filter: LibraryFilter): LibraryFilter {
  const words = useSettled(filter.words, SETTLED_MS, filter.words);
  const passage = useSettled(filter.passage, SETTLED_MS, filter.passage);
  return {
    ...filter,
    words: filter.words.trim() === "" ? "" : words.trim(),
    passage: filter.passage.trim() === "" ? "" : passage.trim(),
  };
}

function count(sermons: number, hasMore: boolean): string | null {
  if (sermons === 0) return null;
  if (hasMore) return `${sermons} sermons shown`;
  return sermons === 1 ? "1 sermon" : `${sermons} sermons`;
}

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
