import { Spinner } from "../ui/spinner.tsx";

/** In place of a page that can't be shown yet. */
export function PageLoading({ label }: { label: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner label={label} />
    </div>
  );
}
