import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { CONNECTION, STARTUP } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAuth } from "./auth-context.tsx";
import { wait } from "../../lib/wait.ts";

const REDIRECT_MS = 2_000;

/** Shown in place of a guarded page while the auth service is down. Online it redirects to the sign-in page after 2 s; offline it stays. */
export function Unreachable() {
  const { retry } = useAuth();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const from = pathname + search + hash;
  useEffect(() => {
    if (!navigator.onLine) return;
    toast({ title: CONNECTION.title, description: STARTUP.willRedirect, variant: "destructive" });
    const unmounted = new AbortController();
    void wait(REDIRECT_MS, unmounted.signal).then(
      () => unmounted.signal.aborted || navigate("/login", { replace: true, state: { from } }),
    );
    return () => unmounted.abort();
  }, [navigate, from]);
  return (
    <div className="grid min-h-[50vh] content-center justify-items-center gap-4 text-center" role="alert">
      <h1 className="text-2xl">{CONNECTION.title}</h1>
      <p className="max-w-measure text-muted-foreground">{CONNECTION.unreachable}</p>
      <Button variant="outline" onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
