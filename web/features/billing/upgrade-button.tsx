import { lazy, Suspense, useState, type ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogTrigger } from "../../ui/dialog.tsx";
import type { Buyer } from "./start-checkout.ts";

const UpgradeDialog = lazy(() => import("./upgrade-dialog.tsx"));

interface UpgradeButtonProps {
  buyer: Buyer;
  variant?: ComponentProps<typeof Button>["variant"];
}

/** For who is in the trial: says what an upgrade costs before it costs anything. */
export function UpgradeButton({ buyer, variant }: UpgradeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={variant}>Upgrade to Premium</Button>
      </DialogTrigger>
      {open ? (
        <Suspense fallback={null}>
          <UpgradeDialog buyer={buyer} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
