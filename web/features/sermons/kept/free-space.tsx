import { KEPT } from "../../../../shared/messages/kept.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";

/** Takes everything off this device after confirmation. */
export function FreeSpace({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" disabled={busy} aria-busy={busy}>
          {KEPT.free}
        </Button>
      }
      question={KEPT.freeTitle}
      details={KEPT.freeDetails}
      keep="Keep them"
      confirm={KEPT.free}
      onConfirm={onConfirm}
    />
  );
}
