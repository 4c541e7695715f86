import { LoaderCircle } from "lucide-react";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { cn } from "../lib/cn.ts";
import { useOnline } from "../lib/online.ts";

interface SpinnerProps {
  /** What is being waited for. Without a network it is that. */
  label: string;
  /** Keep the label for assistive technology only. */
  labelHidden?: boolean;
  /** It comes from this browser, with or without a network. */
  local?: boolean;
  className?: string;
}

export function Spinner({ label, labelHidden = false, local = false, className }: SpinnerProps) {
  const online = useOnline() || local;
  return (
    <output className={cn("inline-flex items-center gap-2 text-muted-foreground", className)}>
      {online ? <LoaderCircle className="size-[1.125em] animate-spin" aria-hidden /> : null}
      <span className={labelHidden ? "sr-only" : undefined}>{online ? label : OFFLINE.waiting}</span>
    </output>
  );
}
