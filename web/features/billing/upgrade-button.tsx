import { lazy, Suspense, useState, type ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
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
