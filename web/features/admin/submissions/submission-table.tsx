import { Eye, Reply } from "lucide-react";
import type { ContactSubmission } from "../../../../shared/contact.ts";
import { formatDay } from "../../../lib/date.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { sourceName, STATUS_NAMES } from "./submission.ts";

export type Action = "view" | "reply";

interface SubmissionTableProps {
  submissions: readonly ContactSubmission[];
  onAct: (action: Action, submission: ContactSubmission, button: HTMLElement) => void;
}

const COLUMNS = ["Date", "Name", "Email", "Source", "Status", "Actions"];

/** A table whose rows are laid out as list entries on narrow screens. */
export function SubmissionTable({ submissions, onAct }: SubmissionTableProps) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Messages from the contact form, newest first</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-3 pr-4 text-sm font-semibold text-muted-foreground last:pr-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {submissions.map((submission) => (
          <Row key={submission.id} submission={submission} onAct={onAct} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ submission, onAct }: { submission: ContactSubmission; onAct: SubmissionTableProps["onAct"] }) {
  const { name, email, form_source, status, created_at } = submission;
  const cell = "md:py-2 md:pr-4 md:align-middle";
  return (
    <tr className="border-b max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-4 max-md:gap-y-1 max-md:py-4">
      <td
        className={`${cell} whitespace-nowrap max-md:col-start-2 max-md:row-start-1 max-md:text-sm max-md:text-muted-foreground`}
      >
        {formatDay(created_at)}
      </td>
      <td className={`${cell} wrap-anywhere max-md:col-start-1 max-md:row-start-1 max-md:font-semibold md:min-w-24`}>
        <bdi>{name}</bdi>
      </td>
      <td className={`${cell} wrap-anywhere max-md:col-span-2 md:min-w-40 lg:min-w-48`}>{email}</td>
      <td className={`${cell} wrap-anywhere max-md:text-sm max-md:text-muted-foreground md:min-w-28`}>
        {sourceName(form_source)}
      </td>
      <td className={`${cell} max-md:justify-self-end`}>
        <StatusBadge status={status} />
      </td>
      <td className="max-md:col-span-2 md:w-px md:py-2">
        <div className="-ml-3 flex max-md:gap-2">
          <ActionButton action="view" submission={submission} onAct={onAct} />
          <ActionButton action="reply" submission={submission} onAct={onAct} />
        </div>
      </td>
    </tr>
  );
}

const ACTIONS = { view: { label: "View", icon: Eye }, reply: { label: "Reply", icon: Reply } } as const;

interface ActionButtonProps {
  action: Action;
  submission: ContactSubmission;
  onAct: SubmissionTableProps["onAct"];
}

function ActionButton({ action, submission, onAct }: ActionButtonProps) {
  const { label, icon: Icon } = ACTIONS[action];
  const name = action === "view" ? `View the message of ${submission.name}` : `Reply to ${submission.name}`;
  return (
    <Button
      variant="ghost"
      className="px-3 md:max-xl:w-11 md:max-xl:px-0"
      aria-label={name}
      title={label}
      onClick={(event) => onAct(action, submission, event.currentTarget)}
    >
      <Icon aria-hidden />
      <span className="md:max-xl:sr-only">{label}</span>
    </Button>
  );
}

function StatusBadge({ status }: { status: ContactSubmission["status"] }) {
  return <Badge variant={status === "new" ? "default" : "outline"}>{STATUS_NAMES[status]}</Badge>;
}
