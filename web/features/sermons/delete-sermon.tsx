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
} from "../../ui/alert-dialog.tsx";
import { useDeleteSermon } from "./use-delete-sermon.ts";

interface DeleteSermonProps {
  id: string;
  title: string;
  userId: string;
  /** Called before the sermon leaves the list. What it returns gets the focus, because the button goes with the sermon. */
  onDeleted: () => HTMLElement | null;
  /** The button that opens the confirmation dialog. */
  children: ReactNode;
}

/** Deletes a sermon after confirmation. */
export function DeleteSermon({ id, title, userId, onDeleted, children }: DeleteSermonProps) {
  const [open, setOpen] = useState(false);
  const nextFocus = useRef<HTMLElement | null>(null);
  const deletion = useDeleteSermon(userId, {
    onDeleted: () => {
      nextFocus.current = onDeleted();
    },
    onSettled: () => setOpen(false),
  });
  return (
    <AlertDialog open={open} onOpenChange={(wanted) => !deletion.isPending && setOpen(wanted)}>
      <AlertDialogTrigger asChild>{children}</AlertDialogTrigger>
      <AlertDialogContent
        onCloseAutoFocus={(event) => {
          if (!nextFocus.current) return;
          event.preventDefault();
          nextFocus.current.focus();
        }}
      >
        <AlertDialogHeader>
          <AlertDialogTitle>Delete this sermon?</AlertDialogTitle>
          <AlertDialogDescription className="line-clamp-4 wrap-anywhere">
            “<bdi>{title}</bdi>” will be deleted with its recording and picture. This cannot be undone.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={deletion.isPending}>Keep it</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={deletion.isPending}
            onClick={(event) => {
              // The dialog closes with the answer.
              event.preventDefault();
              if (!deletion.isPending) deletion.mutate(id);
            }}
          >
            {deletion.isPending ? "Deleting..." : "Delete"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
