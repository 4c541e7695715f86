import { useState } from "react";

export type LibraryView = "grid" | "list";

const KEY = "library-view";

function readView(): LibraryView {
  try {
    return localStorage.getItem(KEY) === "list" ? "list" : "grid";
  } catch {
    return "grid";
  }
}

/** The library's layout, stored in this browser. */
export function useLibraryView(): [LibraryView, (view: LibraryView) => void] {
  const [view, setView] = useState(readView);
  function choose(chosen: LibraryView) {
    setView(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Storage is unavailable: the choice lasts until the page is left.
    }
  }
  return [view, choose];
}
