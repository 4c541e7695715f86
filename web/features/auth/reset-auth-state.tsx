import { Button } from "../../ui/button.tsx";
import { clearAllStoredState } from "./stored-state.ts";

/** The way out when something stored in this browser is broken. */
export function ResetAuthState() {
  return (
    <Button
      variant="ghost"
      className="px-3 text-sm font-normal text-muted-foreground"
      onClick={() => {
        clearAllStoredState();
        location.reload();
      }}
    >
      Reset Auth State & Reload
    </Button>
  );
}
