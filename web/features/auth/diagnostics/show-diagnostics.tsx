import { Suspense, useId, useState } from "react";
import { DIAGNOSTICS } from "../../../../shared/messages/auth.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { Credentials } from "./run-diagnostics.ts";

// Loaded on demand: few people need it.
const Panel = lazyPart(() => import("./diagnostics-panel.tsx"));

/** Button that shows and hides the sign-in diagnostics. */
export function ShowDiagnostics({ credentials }: { credentials: () => Credentials }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-4">
      <Button
        variant="ghost"
        className="-mx-3 justify-self-start px-3 text-sm font-normal text-muted-foreground"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? DIAGNOSTICS.hide : DIAGNOSTICS.show}
      </Button>
      <div id={id} hidden={!shown}>
        {shown ? (
          <Suspense fallback={<Spinner label="Loading..." />}>
            <Panel credentials={credentials} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
