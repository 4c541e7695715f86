import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { ContactSubmission } from "../../../../shared/contact.ts";
import { ADMIN } from "../../../../shared/messages/contact.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { Pagination } from "./pagination.tsx";
import { ReplyDialog } from "./reply-dialog.tsx";
import { SubmissionDetails } from "./submission-details.tsx";
import { FILTERS, submissionCountsQuery, submissionPageQuery, type Filter } from "./submission-list.ts";
import { SubmissionTable, type Action } from "./submission-table.tsx";
import { STATUS_NAMES } from "./submission.ts";

const TAB_NAMES: Record<Filter, string> = { all: "All", ...STATUS_NAMES };

/** Filter and page, from the address: `?status=new&page=2`. */
function useListParams() {
  const [params, setParams] = useSearchParams();
  const filter = FILTERS.find((name) => name === params.get("status")) ?? "all";
  const page = Math.max(0, Math.trunc(Number(params.get("page")) || 1) - 1);
  const setListParams = (filter: Filter, page = 0) =>
    setParams({ ...(filter !== "all" && { status: filter }), ...(page > 0 && { page: String(page + 1) }) }, { replace: true });
  return { filter, page, setListParams };
}

interface OpenDialog {
  action: Action;
  submission: ContactSubmission;
}

/** List of contact form messages, by status, with dialogs to view and answer them. */
export function ContactSubmissions() {
  const { filter, page, setListParams } = useListParams();
  const list = useQuery(submissionPageQuery(filter, page));
  const counts = useQuery(submissionCountsQuery);
  const { data } = list;
  const error = list.error ?? counts.error;
  useEffect(() => {
    if (error) toast({ title: ADMIN.loadFailed, variant: "destructive" });
  }, [error]);

  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const opener = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpenDialog(null);
  // After a reply the message may have left the filtered list, and its button with it: focus the panel then.
  function returnFocus(event: Event) {
    event.preventDefault();
    (opener.current?.isConnected ? opener.current : panel.current)?.focus();
  }

  const refreshing = list.isFetching || counts.isFetching;
  const refresh = () => void Promise.all([list.refetch(), counts.refetch()]);
  return (
    <Tabs
      value={filter}
      onValueChange={(value) => setListParams(FILTERS.find((name) => name === value) ?? "all")}
      className="grid grid-cols-1 gap-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TabsList aria-label="Status" className="max-w-full">
          {FILTERS.map((name) => (
            <TabsTrigger key={name} value={name} className="max-sm:px-2 max-sm:text-sm">
              {TAB_NAMES[name]}
              {counts.data ? ` (${counts.data[name].toLocaleString("en-US")})` : null}
            </TabsTrigger>
          ))}
        </TabsList>
        <Button variant="outline" disabled={refreshing} onClick={refresh}>
          <RefreshCw className={refreshing ? "animate-spin" : undefined} aria-hidden />
          {refreshing ? "Refreshing..." : "Refresh"}
        </Button>
      </div>
      <div ref={panel} tabIndex={-1} className="outline-none">
        {FILTERS.map((name) => (
          <TabsContent key={name} value={name} className="grid grid-cols-1 gap-6">
            {error ? <LoadError retrying={refreshing} onRetry={refresh} /> : null}
            {list.isPending ? <Loading /> : null}
            {data?.rows.length === 0 ? <Empty filter={name} /> : null}
            {data && data.rows.length > 0 ? (
              <>
                <SubmissionTable
                  submissions={data.rows}
                  onAct={(action, submission, button) => {
                    opener.current = button;
                    setOpenDialog({ action, submission });
                  }}
                />
                <Pagination page={data.page} total={counts.data?.[filter] ?? 0} onPage={(next) => setListParams(filter, next)} />
              </>
            ) : null}
          </TabsContent>
        ))}
      </div>
      <Dialog open={openDialog !== null} onOpenChange={close}>
        {openDialog?.action === "view" ? (
          <SubmissionDetails
            submission={openDialog.submission}
            onReplied={(submission) => setOpenDialog({ action: "view", submission })}
            onSaved={close}
            onCloseAutoFocus={returnFocus}
          />
        ) : null}
        {openDialog?.action === "reply" ? (
          <ReplyDialog submission={openDialog.submission} onSent={close} onCloseAutoFocus={returnFocus} />
        ) : null}
      </Dialog>
    </Tabs>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <Spinner label="Loading submissions..." />
      {["first", "second", "third", "fourth"].map((place) => (
        <Skeleton key={place} className="h-14" />
      ))}
    </div>
  );
}

function Empty({ filter }: { filter: Filter }) {
  return (
    <p className="border-t py-12 text-lg text-muted-foreground">No {filter === "all" ? "" : `${filter} `}submissions found</p>
  );
}

function LoadError({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-md border border-l-4 border-l-destructive bg-card p-6">
      <p className="text-lg">{ADMIN.loadFailed}</p>
      <Button variant="outline" disabled={retrying} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
