import { Link } from "react-router";
import { cn } from "../../../lib/cn.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { currentStep } from "../create/steps.ts";
import type { StoredGeneration } from "../create/stored-generation.ts";
import type { LibraryView } from "./library-view.ts";

/** The place of a sermon that is being made, first in the library. */
export function RunningCard({ generation, view }: { generation: StoredGeneration; view: LibraryView }) {
  return (
    <li className={cn(view === "grid" ? "flex flex-col gap-3" : "flex flex-wrap items-center gap-x-5 gap-y-2 border-t py-4")}>
      <Skeleton className={cn("aspect-[16/9]", view === "list" && "w-24 shrink-0 sm:w-36")} />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 dir="auto" className="line-clamp-2 text-xl">
          <Link to="/dashboard" className="hover:underline">
            {generation.request.prompt}
          </Link>
        </h2>
        <p className="font-serif text-muted-foreground italic">Your sermon is being written</p>
        <p className="text-sm text-muted-foreground">{currentStep(generation.steps)}</p>
      </div>
    </li>
  );
}
