import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { LinkReport } from "../../../../shared/endpoints/links.ts";
import { LINK_LIMITS } from "../../../../shared/sermon-link.ts";
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
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.tsx";
import { closeLink, linkReports } from "./link-reports.ts";

/** Asks why, then closes a link for good. */
export function CloseLinkDialog({ report, onDone }: { report: LinkReport; onDone: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const closing = useMutation({
    mutationFn: closeLink,
    onSuccess: async () => {
      await client.invalidateQueries(linkReports());
      toast({ title: "Link closed" });
      onDone();
    },
    onError: () => toast({ title: "The link could not be closed", variant: "destructive" }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() && !closing.isPending) closing.mutate({ linkId: report.linkId, reason: reason.trim() });
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onDone())}>
      <DialogContent>
        <form className="grid gap-5" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Close this link?</DialogTitle>
            <DialogDescription>
              It opens nothing any more, and can't be opened again. Its giver reads your reason.
            </DialogDescription>
          </DialogHeader>
          <Field label="Reason">
            <Textarea
              value={reason}
              required
              maxLength={LINK_LIMITS.closedReason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="destructive" aria-busy={closing.isPending}>
              {closing.isPending ? "Saving..." : "Close the link"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
