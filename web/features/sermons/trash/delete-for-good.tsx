import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { deleteForGood, trashQuery } from "../trash.ts";

interface DeleteForGoodProps {
  ids: readonly string[];
  userId: string;
  /** Leads the focus on, since the button goes with what is deleted. */
  onDeleted: () => void;
  children: ReactNode;
}

/** Deletes sermons of the trash with their files, after a question. */
export function DeleteForGood({ ids, userId, onDeleted, children }: DeleteForGoodProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const isGone = useRef(false);
  const deletion = useMutation({
    mutationFn: () => deleteForGood(ids),
    onSuccess: async () => {
      isGone.current = true;
      setOpen(false);
      toast({ title: "Sermon deleted successfully", about: ids.join() });
      await client.invalidateQueries(trashQuery(userId));
    },
    onError: () => {
      setOpen(false);
      toast({ title: "Failed to delete sermon", variant: "destructive" });
    },
  });
  return (
    <ConfirmDialog
      trigger={children}
      question="Delete for good?"
      details={`${ids.length === 1 ? "The text, recording and picture" : `The texts, recordings and pictures of ${ids.length} sermons`} will be deleted. This cannot be undone.`}
      keep={ids.length === 1 ? "Keep it" : "Keep them"}
      confirm="Delete for good"
      onConfirm={() => deletion.mutate()}
      busy={{
        isOpen: open,
        setOpen,
        isPending: deletion.isPending,
        label: "Deleting...",
        leadOn: () => {
          if (isGone.current) onDeleted();
          return isGone.current;
        },
      }}
    />
  );
}
