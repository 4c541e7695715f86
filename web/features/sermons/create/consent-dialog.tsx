import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Disclosure } from "../../../../shared/disclosure.ts";
import { Button } from "../../../ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { agree, consentQuery } from "./consent.ts";
import { DataRecipients } from "./data-recipients.tsx";

interface ConsentDialogProps {
  userId: string;
  disclosure: Disclosure;
  onAgreed: () => void;
  onClose: () => void;
}

/** Asks for consent before a person's words are first sent to another service (GDPR, articles 7 and 9: beliefs are specially protected). */
export function ConsentDialog({ userId, disclosure, onAgreed, onClose }: ConsentDialogProps) {
  const client = useQueryClient();
  const agreeing = useMutation({
    mutationFn: () => agree(userId, disclosure),
    onSuccess: () => {
      void client.invalidateQueries(consentQuery(userId));
      onAgreed();
    },
    onError: () => toast({ title: "Your answer could not be saved. Please try again.", variant: "destructive" }),
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>May others read what you write?</DialogTitle>
          <DialogDescription>
            What you write here can show what you believe and how you are. Your sermon is made with services outside of ours, so
            we ask you first.
          </DialogDescription>
        </DialogHeader>
        <DataRecipients disclosure={disclosure} />
        <p>
          How long they keep it is in their own terms. Please leave out names of other people. You can take this back at any time
          under Security; sermons that are there stay yours.
        </p>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={agreeing.isPending}>
              Not now
            </Button>
          </DialogClose>
          <Button disabled={agreeing.isPending} aria-busy={agreeing.isPending} onClick={() => agreeing.mutate()}>
            {agreeing.isPending ? "Saving..." : "Agree and write"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
