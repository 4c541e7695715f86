import { forgetKept } from "../../lib/kept.ts";
import { Button } from "../../ui/button.tsx";
import { clearAllStoredState } from "./stored-state.ts";

/** Clears this browser's storage and reloads, for when stored data is broken. */
export function ResetAuthState() {
  return (
    <Button
      variant="ghost"
      className="-mx-3 px-3 text-sm font-normal text-muted-foreground"
      onClick={() => {
        clearAllStoredState();
        void forgetKept().then(() => location.reload());
      }}
    >
      Reset Auth State & Reload
    </Button>
  );
}
