import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** The place of something that is loading; hidden from assistive technology, so say "loading" elsewhere. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("rounded-md bg-muted", className)} {...props} />;
}
