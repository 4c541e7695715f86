import { Link } from "react-router";
import type { BillingOverview } from "../../../shared/endpoints/billing.ts";
import { formatDay } from "../../lib/date.ts";

type Used = BillingOverview["minutesUsed"][number];

/** For example "4 min 52 s". */
function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(" ");
}

/** What the minutes of this month went to, sermon by sermon. */
export function MinutesUsed({ used }: { used: BillingOverview["minutesUsed"] }) {
  if (used.length === 0) return <p className="text-muted-foreground">No minutes have been used this month.</p>;
  const total = used.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <div className="grid gap-3">
      <ul className="divide-y">
        {used.map((sermon) => (
          <Line key={sermon.sermonId} sermon={sermon} />
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">Together {duration(total)}. A deleted sermon&rsquo;s minutes stay used.</p>
    </div>
  );
}

function Line({ sermon: { sermonId, state, title, date, seconds, boughtSeconds } }: { sermon: Used }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-3">
      <span className="order-3 text-sm text-muted-foreground">{formatDay(date)}</span>
      {state === "kept" ? (
        <Link dir="auto" className="link line-clamp-2 wrap-anywhere" to={`/sermon/${sermonId}`}>
          {title}
        </Link>
      ) : (
        <span className="text-muted-foreground">{state === "making" ? "A sermon that is being made" : "A deleted sermon"}</span>
      )}
      <span className="text-right tabular-nums">{duration(seconds)}</span>
      {boughtSeconds > 0 ? (
        <span className="order-4 text-right text-sm text-muted-foreground tabular-nums">
          {boughtSeconds === seconds ? "bought" : `${duration(boughtSeconds)} bought`}
        </span>
      ) : null}
    </li>
  );
}
