import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** Placeholder for loading content; hidden from assistive technology, so announce the loading elsewhere. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block rounded-md bg-muted", className)} {...props} />;
}
