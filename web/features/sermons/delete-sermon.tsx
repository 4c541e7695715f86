import { useRef, useState, type ReactNode } from "react";
import { TRASH_DAYS } from "../../../shared/constants.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
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
    <ConfirmDialog
      trigger={children}
      question={question}
      details={
        <>
          {what} kept under Recently deleted for {TRASH_DAYS} days, where you can take {ids.length === 1 ? "it" : "them"} back.
        </>
      }
      keep={ids.length === 1 ? "Keep it" : "Keep them"}
      confirm="Delete"
      onConfirm={() => deletion.mutate(ids)}
      busy={{
        isOpen: open,
        setOpen,
        isPending: deletion.isPending,
        label: "Deleting...",
        leadOn: () => {
          nextFocus.current?.focus();
          return nextFocus.current !== null;
        },
      }}
    />
  );
}
