import { LOGIN } from "../../../shared/messages/auth.ts";
import { Collapsible } from "./collapsible.tsx";
import type { Credentials } from "./diagnostics/run-diagnostics.ts";
import { ShowDiagnostics } from "./diagnostics/show-diagnostics.tsx";
import { ResetAuthState } from "./reset-auth-state.tsx";

/** What helps support and hardly anybody else: the diagnostics, and starting over with an empty storage. */
export function TroubleSigningIn({ credentials }: { credentials: () => Credentials }) {
  return (
    <Collapsible label={LOGIN.trouble}>
      <div className="grid justify-items-start gap-2 pt-2">
        <ShowDiagnostics credentials={credentials} />
        <ResetAuthState />
      </div>
    </Collapsible>
  );
}
