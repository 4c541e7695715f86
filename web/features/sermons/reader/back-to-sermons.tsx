import { ArrowLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router";

/** Leads to the library: to its place in the history if the sermon was opened there, so that the search and the scroll position are back. */
export function BackToSermons({ fromLibrary }: { fromLibrary: boolean }) {
  const navigate = useNavigate();
  function goBack(event: MouseEvent) {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!fromLibrary || opensElsewhere) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link
      to="/my-sermons"
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 text-muted-foreground hover:text-foreground print:hidden"
      onClick={goBack}
    >
      <ArrowLeft className="size-4" aria-hidden />
      Back to Sermons
    </Link>
  );
}
