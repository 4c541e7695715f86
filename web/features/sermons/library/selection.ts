import { useState } from "react";

export interface Selection {
  /** Ids of the chosen sermons; null while nothing is being chosen. */
  chosen: ReadonlySet<string> | null;
  begin: () => void;
  end: () => void;
  toggle: (id: string) => void;
  choose: (ids: readonly string[]) => void;
}

/** Sermons that are chosen for something that is done to all of them. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return {
    chosen,
    begin: () => setChosen(new Set()),
    end: () => setChosen(null),
    toggle: (id) =>
      setChosen((before) =>
        before?.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...(before ?? []), id]),
      ),
    choose: (ids) => setChosen(new Set(ids)),
  };
}
