import { Suspense, useState, type ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { Buyer } from "./start-checkout.ts";

const UpgradeDialog = lazyPart(() => import("./upgrade-dialog.tsx"));

interface UpgradeButtonProps {
  buyer: Buyer;
  variant?: ComponentProps<typeof Button>["variant"];
}

/** For people in the trial: opens the dialog that shows the price before anything is charged. */
export function UpgradeButton({ buyer, variant }: UpgradeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Upgrade to Premium
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <UpgradeDialog buyer={buyer} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
