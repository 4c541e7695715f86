import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type FocusEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import type { StoredGeneration } from "../create/stored-generation.ts";
import { pageHeading } from "../focus-heading.ts";
import { existingAudioQuery } from "../media.ts";
import type { FoundSermon } from "../sermon-list.ts";
import type { LibraryView } from "./library-view.ts";
import { RunningCard } from "./running-card.tsx";
import { SermonCard, type AudioAvailability } from "./sermon-card.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import type { Selection } from "./selection.ts";

export const gridClass = "grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3";

interface SermonListViewProps {
  sermons: readonly FoundSermon[];
  /** One that is being made. */
  running: StoredGeneration | null;
  userId: string;
  view: LibraryView;
  selection: Selection;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The cards, and the button that loads those behind them. */
export function SermonListView(props: SermonListViewProps) {
  const { sermons, running, userId, view, selection, hasMore, loadingMore, onMore } = props;
  const paths = sermons.flatMap(({ audio_url: path }) => (path === null ? [] : [path]));
  const existing = useQuery({ ...existingAudioQuery(paths), placeholderData: (before) => before });
  const available = (path: string | null): AudioAvailability => {
    if (path === null) return "unavailable";
    if (existing.data?.includes(path)) return "available";
    if (existing.data && !existing.isPlaceholderData) return "unavailable";
    return existing.isError ? "unknown" : "checking";
  };
  const list = useRef<HTMLUListElement>(null);
  // Where the reader went on: the focus goes to the first card that was loaded, not to the end of them.
  const goOnFrom = useRef<number>(null);
  useEffect(() => {
    if (goOnFrom.current === null || sermons.length <= goOnFrom.current) return;
    list.current?.querySelectorAll<HTMLElement>("[data-sermon] h2 a")[goOnFrom.current]?.focus();
    goOnFrom.current = null;
  }, [sermons.length]);
  // A sermon that is taken out of the collection that is shown takes the focus along.
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) pageHeading()?.focus();
  });
  const noteFocus = ({ type }: FocusEvent) => {
    hasFocus.current = type === "focus";
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes where the focus is */}
      <ul
        onFocus={noteFocus}
        onBlur={noteFocus}
        ref={list}
        aria-label="Sermons"
        className={view === "grid" ? gridClass : "grid border-b empty:hidden"}
      >
        {running ? <RunningCard generation={running} view={view} /> : null}
        {sermons.map((sermon) => (
          <SermonCard
            key={sermon.id}
            sermon={sermon}
            userId={userId}
            view={view}
            audio={available(sermon.audio_url)}
            selection={selection}
            onDeleted={() => focusAfter(sermon.id)}
          />
        ))}
      </ul>
      {hasMore ? (
        <Button
          variant="outline"
          className="justify-self-center"
          aria-disabled={loadingMore}
          aria-busy={loadingMore}
          onClick={() => {
            if (loadingMore) return;
            goOnFrom.current = sermons.length;
            onMore();
          }}
        >
          {loadingMore ? "Loading..." : "Show more sermons"}
        </Button>
      ) : null}
      {selection.chosen ? (
        <SelectionBar
          userId={userId}
          selection={selection}
          shown={sermons}
          onDeleted={() => {
            selection.end();
            return pageHeading();
          }}
        />
      ) : null}
    </>
  );
}

/** What gets the focus when a card leaves the list: the next card's title, else the one before, else the page's heading. */
function focusAfter(id: string): HTMLElement | null {
  const card = document.querySelector(`[data-sermon="${id}"]`);
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>("h2 a") ?? pageHeading();
}
