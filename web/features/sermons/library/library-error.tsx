import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { getSupabase } from "../../../lib/supabase.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { LibraryError } from "../sermon-list.ts";

interface ErrorBannerProps {
  error: Error;
  refreshing: boolean;
  onRetry: () => void;
}

export function ErrorBanner({ error, refreshing, onRetry }: ErrorBannerProps) {
  const navigate = useNavigate();
  const [fixing, setFixing] = useState(false);
  async function fixAuthentication() {
    // Without a network the client retries for half a minute.
    setFixing(true);
    const { auth } = await getSupabase();
    const { error: failed } = await auth.refreshSession();
    setFixing(false);
    if (!failed) return onRetry();
    toast({
      title: "Authentication Error",
      description: "Please sign in again to access your sermons",
      variant: "destructive",
    });
    // Not every error ends the session in this browser, and the sign-in page redirects back while there is one.
    await auth.signOut({ scope: "local" });
    await navigate("/login", { replace: true, state: { from: "/my-sermons" } });
  }
  return (
    <div role="alert" className="grid gap-4 rounded-md border border-l-4 border-l-destructive bg-card p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">Error Loading Sermons</h2>
        <p className="text-muted-foreground">
          {(error instanceof LibraryError && error.message) || "Failed to load your sermons"}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={refreshing} onClick={onRetry}>
          Try Again
        </Button>
        {error instanceof LibraryError && error.isSessionInvalid ? (
          <Button disabled={fixing} aria-busy={fixing} onClick={() => void fixAuthentication()}>
            Fix Authentication
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Shown in place of the library when the session has ended. */
export function SignInRequired() {
  return (
    <div className="grid justify-items-start gap-4 border-t py-12">
      <h2 className="text-2xl">Authentication Required</h2>
      <p className="text-lg text-muted-foreground">Please sign in to view your sermons</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/login" state={{ from: "/my-sermons" }}>
            Sign In
          </Link>
        </Button>
        <Button asChild variant="outline">
          <a href="/">Return Home</a>
        </Button>
      </div>
    </div>
  );
}
