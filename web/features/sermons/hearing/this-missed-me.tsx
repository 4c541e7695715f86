import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { rewritableQuery } from "./missed.ts";

const MissedDialog = lazyPart(() => import("./missed-dialog.tsx"));

interface ThisMissedMeProps {
  /** The sermon's id, which is its generation's. */
  id: string;
  onBegun: () => void;
}

/** Offers to write a sermon anew that missed; nothing where that cannot be. */
export function ThisMissedMe({ id, onBegun }: ThisMissedMeProps) {
  const { data: made } = useQuery(rewritableQuery(id));
  const [open, setOpen] = useState(false);
  if (!made) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4">
      <p className="text-muted-foreground">Not what you needed to hear?</p>
      <Button variant="link" className="px-0" onClick={() => setOpen(true)}>
        This missed me
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <MissedDialog id={id} made={made} onBegun={onBegun} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
