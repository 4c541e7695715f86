import { LoaderCircle } from "lucide-react";
import { cn } from "../lib/cn.ts";

interface SpinnerProps {
  /** What is being waited for. */
  label: string;
  /** Keep the label for assistive technology only. */
  labelHidden?: boolean;
  className?: string;
}

export function Spinner({ label, labelHidden = false, className }: SpinnerProps) {
  return (
    <output className={cn("inline-flex items-center gap-2 text-muted-foreground", className)}>
      <LoaderCircle className="size-[1.125em] animate-spin" aria-hidden />
      <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
    </output>
  );
}
