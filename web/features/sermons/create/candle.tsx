import { cn } from "../../../lib/cn.ts";
import type { StepStatus } from "./steps.ts";

const FLAME = "M12 3.5c2.3 3 3.4 4.6 3.4 6.6a3.4 3.4 0 0 1-6.8 0c0-2 1.1-3.6 3.4-6.6Z";

/** Decorative candle of the progress list, drawn by step status; the status is also shown as text. */
export function Candle({ status }: { status: StepStatus }) {
  const lit = status === "completed" || status === "in-progress";
  return (
    <svg viewBox="0 0 24 40" className="h-12 w-7 shrink-0 overflow-visible" aria-hidden fill="none">
      <g opacity="0.2">
        <circle
          cx="12"
          cy="10"
          r="15"
          className={cn(
            "origin-[12px_10px] fill-lamp transition-opacity duration-700",
            lit ? "opacity-100" : "opacity-0",
            status === "in-progress" && "animate-breathe",
          )}
        />
      </g>
      <path
        d={FLAME}
        className={cn(
          "origin-[12px_13px] fill-lamp transition-[opacity,scale] duration-500",
          lit ? "scale-100 opacity-100" : "scale-50 opacity-0",
          status === "in-progress" && "animate-breathe",
        )}
      />
      {status === "error" ? (
        <path d="M12 12c-3-2 2.5-3.5-.5-6.5" className="stroke-muted-foreground" strokeWidth="1.25" strokeLinecap="round" />
      ) : null}
      <path d="M12 13v4" className="stroke-foreground" strokeWidth="1.25" strokeLinecap="round" />
      <path d="M7.5 17h9v19h-9Z" className="fill-muted stroke-input" strokeWidth="1" strokeLinejoin="round" />
      <path d="M4 36.5h16" className="stroke-input" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
