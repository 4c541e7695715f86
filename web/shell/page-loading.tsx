import { Spinner } from "../ui/spinner.tsx";

/** Spinner in place of a page that is still loading. */
export function PageLoading({ label }: { label: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner label={label} />
    </div>
  );
}
