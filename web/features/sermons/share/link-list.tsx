import type { SermonLink } from "../../../../shared/endpoints/links.ts";
import { formatDay } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";

const played = (plays: number): string =>
  plays === 0 ? "not played yet" : plays === 1 ? "played once" : `played ${plays.toLocaleString("en")} times`;

function shownOf({ name, dedication, showsTopic }: SermonLink): string {
  const shown = [name ? "your name" : "", dedication ? "a dedication" : "", showsTopic ? "your topic" : ""].filter(Boolean);
  return shown.length === 0 ? "Shows nothing of you." : `Shows ${new Intl.ListFormat("en").format(shown)}.`;
}

function stateOf({ state, endsAt, closedReason }: SermonLink): string {
  if (state === "revoked") return "You have taken it back.";
  if (state === "closed") return `It was closed after a report: ${closedReason}`;
  if (state === "ended") return `It ended on ${formatDay(endsAt ?? "")}.`;
  return endsAt ? `Open until ${formatDay(endsAt)}.` : "Open until you take it back.";
}

interface LinkListProps {
  links: readonly SermonLink[];
  /** The id of a link that is being taken back. */
  revoking: string | null;
  onRevoke: (link: SermonLink) => void;
  onChange: (link: SermonLink) => void;
}

/** Every link of a sermon, with how often it was played. */
export function LinkList({ links, revoking, onRevoke, onChange }: LinkListProps) {
  return (
    <ul className="grid">
      {links.map((link, i) => (
        <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t py-3">
          <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
            <p className="font-semibold">
              Link {links.length - i} of {formatDay(link.createdAt)}, {played(link.plays)}
            </p>
            <p className="text-sm text-muted-foreground">
              {shownOf(link)} {stateOf(link)}
            </p>
          </div>
          {link.state === "open" ? (
            <div className="flex gap-1">
              <Button
                variant="ghost"
                className="px-3"
                aria-label={`Change link ${links.length - i}`}
                onClick={() => onChange(link)}
              >
                Change
              </Button>
              <Button
                variant="ghost"
                className="px-3 hover:text-destructive"
                aria-label={`Take back link ${links.length - i}`}
                aria-disabled={revoking === link.id || undefined}
                onClick={() => onRevoke(link)}
              >
                {revoking === link.id ? "Saving..." : "Take back"}
              </Button>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
