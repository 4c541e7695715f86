import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { KEPT } from "../../../../shared/messages/kept.ts";
import { keptQuery } from "../kept/kept-sermon.ts";
import { useLibraryView } from "./library-view.ts";
import { SermonCard } from "./sermon-card.tsx";
import { gridClass } from "./sermon-list-view.tsx";

const NO_SELECTION = { chosen: null, begin: () => {}, toggle: () => {}, choose: () => {}, end: () => {} };

/** The sermons that are kept on this device, for when the library can't be asked; `children` if there are none. */
export function KeptLibrary({ userId, children }: { userId: string; children: ReactNode }) {
  const { data } = useQuery(keptQuery(userId));
  const [view] = useLibraryView();
  if (!data) return null;
  if (data.sermons.length === 0) return children;
  return (
    <div className="grid gap-8">
      <p>{KEPT.onlyThese}</p>
      <ul aria-label="Sermons" className={view === "grid" ? gridClass : "grid border-b"}>
        {data.sermons.map(({ sermon }) => (
          <SermonCard
            key={sermon.id}
            sermon={sermon}
            userId={userId}
            view={view}
            audio={sermon.audio_url === null ? "unavailable" : "available"}
            selection={NO_SELECTION}
            onDeleted={() => null}
          />
        ))}
      </ul>
    </div>
  );
}
