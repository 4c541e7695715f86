import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { CONTACT_STATUSES } from "../../../../shared/contact.ts";
import { formatMoment } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { oldestNewQuery, submissionCountsQuery } from "./submission-list.ts";
import { STATUS_NAMES } from "./submission.ts";

/** Number of messages by status, and the date of the oldest new one. */
export function SubmissionOverview() {
  const counts = useQuery(submissionCountsQuery);
  const oldestNew = useQuery(oldestNewQuery);
  if (counts.isError || oldestNew.isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>The messages could not be counted.</p>
        <Button variant="outline" onClick={() => void Promise.all([counts.refetch(), oldestNew.refetch()])}>
          Try Again
        </Button>
      </div>
    );
  }
  const oldestNewDate = oldestNew.data;
  return (
    <div className="grid gap-4" aria-busy={!counts.data}>
      <ul className="grid grid-cols-3 gap-3 sm:gap-4">
        {CONTACT_STATUSES.map((status) => (
          <li key={status}>
            <Link
              to={`/admin/contact-submissions?status=${status}`}
              className="grid gap-1 rounded-md border bg-card p-4 transition-colors hover:border-input sm:p-6"
            >
              <span className="font-serif text-4xl tabular-nums">
                {counts.data ? counts.data[status].toLocaleString("en-US") : <Skeleton className="my-[0.075em] h-[1em] w-12" />}
              </span>
              <span className="text-muted-foreground">{STATUS_NAMES[status]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-muted-foreground">
        {oldestNewDate === undefined ? <Skeleton className="h-[1.55em] max-w-sm" /> : null}
        {oldestNewDate === null ? "Nobody waits for an answer." : null}
        {oldestNewDate
          ? `The first of the new messages came on ${formatMoment(oldestNewDate)}. We promise an answer within 24 hours.`
          : null}
      </p>
    </div>
  );
}
