import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { refreshCollections } from "./collections.ts";

const CollectionsDialog = lazy(() => import("./collections-dialog.tsx"));

interface KeepInCollectionsProps {
  userId: string;
  ids: readonly string[];
  /** A title, or how many sermons. */
  what: string;
  children: (open: () => void) => ReactNode;
}

/** Opens the person's collections for these sermons. */
export function KeepInCollections({ userId, ids, what, children }: KeepInCollectionsProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  function close() {
    setOpen(false);
    // Not before: a sermon that was taken out leaves the list of its collection, and this dialog with it.
    void refreshCollections(client, userId);
  }
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen ? (
        <Suspense>
          <CollectionsDialog userId={userId} ids={ids} what={what} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
