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
} from "./alert-dialog.tsx";

interface ConfirmDialogProps {
  /** The button that opens it. */
  trigger: ReactNode;
  question: string;
  details: ReactNode;
  /** The button that changes nothing. */
  keep: string;
  /** The button that does it. */
  confirm: string;
  onConfirm: () => void;
  /** Where something takes a while: the dialog stays until its owner closes it. */
  busy?: {
    isOpen: boolean;
    setOpen: (isOpen: boolean) => void;
    isPending: boolean;
    /** What the confirming button says meanwhile. */
    label: string;
    /** Leads the focus on where the trigger is gone. False if it is still there, and gets the focus back. */
    leadOn: () => boolean;
  };
}

/** Asks before something is deleted. */
export function ConfirmDialog({ trigger, question, details, keep, confirm, onConfirm, busy }: ConfirmDialogProps) {
  const isPending = busy?.isPending ?? false;
  const control = busy && { open: busy.isOpen, onOpenChange: (wanted: boolean) => !isPending && busy.setOpen(wanted) };
  return (
    <AlertDialog {...control}>
      <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>
      <AlertDialogContent
        onCloseAutoFocus={(event) => {
          if (busy?.leadOn()) event.preventDefault();
        }}
      >
        <AlertDialogHeader>
          <AlertDialogTitle>{question}</AlertDialogTitle>
          <AlertDialogDescription className="line-clamp-6 wrap-anywhere">{details}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel disabled={isPending}>{keep}</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={isPending}
            onClick={(event) => {
              if (busy) event.preventDefault();
              if (!isPending) onConfirm();
            }}
          >
            {busy && isPending ? busy.label : confirm}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
