import { Button } from "../../ui/button.tsx";

/** Why signing in is not possible now. */
export function ConnectionBanner({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-l-4 border-l-destructive bg-card p-4"
    >
      <p className="min-w-48 flex-1">{message}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
