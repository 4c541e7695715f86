import { CloudOff } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { useOnline } from "../lib/online.ts";

/** A line under the header while there is no network, with what can be done (`children`). The live region is always there, so that the change is announced. */
export function OfflineBanner({ children }: { children?: ReactNode }) {
  const online = useOnline();
  return (
    <output className="block print:hidden">
      {online ? null : (
        <span className="block border-b bg-muted">
          <span className="page flex items-start gap-3 py-3 text-sm">
            <CloudOff className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
            <span>
              {OFFLINE.banner}
              <Suspense>{children}</Suspense>
            </span>
          </span>
        </span>
      )}
    </output>
  );
}
