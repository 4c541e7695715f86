import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** The place of something that is loading; hidden from assistive technology, so say "loading" elsewhere. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block rounded-md bg-muted", className)} {...props} />;
}
