import type { ReactNode } from "react";
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
  onDeleted?: () => void;
  /** The button that opens the confirmation dialog. */
  children: ReactNode;
}

/** Deletes a sermon after confirmation. */
export function DeleteSermon({ id, title, userId, onDeleted, children }: DeleteSermonProps) {
  const deletion = useDeleteSermon(userId);
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>{children}</AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete this sermon?</AlertDialogTitle>
          <AlertDialogDescription className="line-clamp-4">
            “<bdi>{title}</bdi>” will be deleted with its recording and picture. This cannot be undone.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it</AlertDialogCancel>
          <AlertDialogAction onClick={() => deletion.mutate(id, { ...(onDeleted && { onSuccess: onDeleted }) })}>
            Delete
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
