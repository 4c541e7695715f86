import { useRef, useState, type ReactNode } from "react";
import { TRASH_DAYS } from "../../../shared/constants.ts";
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
import { useDeleteSermons } from "./use-delete-sermon.ts";

interface DeleteSermonProps extends Omit<DeleteSermonsProps, "ids" | "question" | "what"> {
  id: string;
  title: string;
}

/** Deletes a sermon after confirmation. */
export function DeleteSermon({ id, title, ...props }: DeleteSermonProps) {
  const what = (
    <>
      “<bdi>{title}</bdi>” and its recording and picture are
    </>
  );
  return <DeleteSermons {...props} ids={[id]} question="Delete this sermon?" what={what} />;
}

interface DeleteSermonsProps {
  ids: readonly string[];
  question: string;
  /** The beginning of the sentence that says what is kept, with its verb. */
  what: ReactNode;
  userId: string;
  /** Called before the sermons leave the list. What it returns gets the focus, because the button goes with them. */
  onDeleted: () => HTMLElement | null;
  /** The button that opens the confirmation dialog. */
  children: ReactNode;
}

/** Deletes sermons after confirmation. */
export function DeleteSermons({ ids, question, what, userId, onDeleted, children }: DeleteSermonsProps) {
  const [open, setOpen] = useState(false);
  const nextFocus = useRef<HTMLElement | null>(null);
  const deletion = useDeleteSermons(userId, {
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
          <AlertDialogTitle>{question}</AlertDialogTitle>
          <AlertDialogDescription className="line-clamp-6 wrap-anywhere">
            {what} kept under Recently deleted for {TRASH_DAYS} days, where you can take {ids.length === 1 ? "it" : "them"} back.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={deletion.isPending}>{ids.length === 1 ? "Keep it" : "Keep them"}</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={deletion.isPending}
            onClick={(event) => {
              // The dialog closes with the answer.
              event.preventDefault();
              if (!deletion.isPending) deletion.mutate(ids);
            }}
          >
            {deletion.isPending ? "Deleting..." : "Delete"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
