import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { errorLogData } from "../../features/auth/auth-error.ts";
import { AuthProvider } from "../../features/auth/auth-provider.tsx";
import { record } from "../../features/auth/diagnostics/diagnostic-log.ts";
import { cn } from "../../lib/cn.ts";
import { useHydrated } from "../../lib/hydrated.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { Toaster } from "../../ui/toast.tsx";
import { Footer } from "../../shell/footer.tsx";
import { AppHeader } from "../../shell/app-header.tsx";
import { pressAgain } from "../../shell/early-press.ts";
import { ListeningBar } from "../../shell/listening-bar.tsx";
import { OfflineBanner } from "../../shell/offline-banner.tsx";
import { RouteFocus } from "../../shell/route-focus.tsx";

const KeptLink = lazy(() => import("../../shell/kept-link.tsx").catch(() => ({ default: () => null })));

/** Records every failed query in the diagnostic log. */
const logFailure = (query: string, error: Error) => record("error", "query failed", { query, ...errorLogData(error) });

/** Layout of the app's pages: session, query cache, header, footer and toasts. */
export default function AppLayout() {
  const hydrated = useHydrated();
  const [queryClient] = useState(() => createQueryClient(logFailure));
  useEffect(() => {
    if (hydrated) pressAgain();
  }, [hydrated]);
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <div
          // Removed when React runs the page (early-press.ts).
          data-waits={hydrated ? undefined : ""}
          className={cn("flex min-h-dvh flex-col", !hydrated && "held:invisible")}
        >
          <AppHeader />
          <RouteFocus />
          <OfflineBanner>
            <KeptLink />
          </OfflineBanner>
          <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none md:py-12 print:py-0">
            <Outlet />
          </main>
          <Footer />
          <ListeningBar />
        </div>
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>
  );
}
