import { Button } from "../../ui/button.tsx";

/** Error with a retry button, shown in place of content that could not be loaded. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert">{text}</p>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
