import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "../../../ui/alert-dialog.tsx";
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
    <AlertDialog open={open} onOpenChange={(wanted) => !deletion.isPending && setOpen(wanted)}>
      <AlertDialogTrigger asChild>{children}</AlertDialogTrigger>
      <AlertDialogContent
        onCloseAutoFocus={(event) => {
          if (!isGone.current) return;
          event.preventDefault();
          onDeleted();
        }}
      >
        <AlertDialogHeader>
          <AlertDialogTitle>Delete for good?</AlertDialogTitle>
          <AlertDialogDescription>
            {ids.length === 1 ? "The text, recording and picture" : `The texts, recordings and pictures of ${ids.length} sermons`}{" "}
            will be deleted. This cannot be undone.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={deletion.isPending}>{ids.length === 1 ? "Keep it" : "Keep them"}</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={deletion.isPending}
            onClick={(event) => {
              // The dialog closes with the answer.
              event.preventDefault();
              if (!deletion.isPending) deletion.mutate();
            }}
          >
            {deletion.isPending ? "Deleting..." : "Delete for good"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
