import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { EVERYTHING, libraryFilter, type LibraryFilter } from "../sermon-list.ts";

const libraryState = z.looseObject({ filter: z.optional(libraryFilter) });

/**
 * What the library is searched for. Back finds it in the history's state; it is not in the address, which a server would log on reload.
 */
export function useLibraryFilter(): [LibraryFilter, (part: Partial<LibraryFilter>) => void] {
  const navigate = useNavigate();
  const location = useLocation();
  const state = libraryState.safeParse(location.state).data;
  const [filter, setFilter] = useState(state?.filter ?? EVERYTHING);
  function change(part: Partial<LibraryFilter>) {
    const changed = { ...filter, ...part };
    setFilter(changed);
    void navigate(location, { replace: true, state: { ...state, filter: changed }, preventScrollReset: true });
  }
  return [filter, change];
}

/** How many conditions are set beside the words. */
export function conditionsOf({ passage, favourites, ...chosen }: LibraryFilter): number {
  const { theme, minutes, voice, heard, collection } = chosen;
  const isChosen = [theme, minutes, voice, heard, collection].map((value) => value !== null);
  return [passage.trim() !== "", favourites, ...isChosen].filter(Boolean).length;
}
