import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LinkReport } from "../../../../shared/endpoints/links.ts";
import { REPORT_LABELS } from "../../../../shared/sermon-link.ts";
import { formatMoment } from "../../../lib/date.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { CloseLinkDialog } from "./close-link-dialog.tsx";
import { linkReports } from "./link-reports.ts";

const STATES: Record<LinkReport["state"], string> = {
  open: "Open",
  ended: "Ended",
  revoked: "Taken back",
  closed: "Closed",
};

/** The reports of shared sermons, with a way to see each page and to close its link. */
export function ReportedLinks() {
  const { data: reports, isPending, isError, refetch } = useQuery(linkReports());
  const [closing, setClosing] = useState<LinkReport | null>(null);
  if (isPending) return <Spinner label="Loading..." />;
  if (isError && !reports)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>The reports could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  if (reports.length === 0) return <p className="text-muted-foreground">Nothing was reported.</p>;
  return (
    <>
      <ul className="grid">
        {reports.map((report) => (
          <li key={report.id} className="grid gap-2 border-b py-4 wrap-anywhere">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h2 className="font-sans text-base font-semibold">{REPORT_LABELS[report.reason]}</h2>
              <Badge variant={report.state === "open" ? "default" : "outline"}>{STATES[report.state]}</Badge>
            </div>
            <p className="text-sm text-muted-foreground">{formatMoment(report.createdAt)}</p>
            {report.message ? (
              <p dir="auto" className="max-w-measure whitespace-pre-line">
                {report.message}
              </p>
            ) : null}
            {report.closedReason ? <p className="max-w-measure">Closed because: {report.closedReason}</p> : null}
            {report.state === "open" ? (
              <div className="-ml-3 flex flex-wrap">
                <Button variant="ghost" className="px-3" asChild>
                  <a href={report.address} target="_blank" rel="noopener noreferrer">
                    Open the page
                  </a>
                </Button>
                <Button variant="ghost" className="px-3" onClick={() => setClosing(report)}>
                  Close the link
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {closing ? <CloseLinkDialog report={closing} onDone={() => setClosing(null)} /> : null}
    </>
  );
}
