import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** Common styles of text fields and selects. 16 px text, because iOS zooms into smaller ones. */
export const controlClass =
  "w-full rounded-md border border-input bg-card px-3 text-base text-foreground transition-colors placeholder:text-muted-foreground " +
  "aria-invalid:border-destructive disabled:cursor-not-allowed disabled:opacity-60";

/** A field for one line. Words take their own direction, which may be from the right; an address or a number has none. */
export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  const holdsWords = type === "text" || type === "search";
  return (
    <input
      type={type}
      dir={holdsWords ? "auto" : undefined}
      className={cn(controlClass, "h-11 read-only:bg-muted", className)}
      {...props}
    />
  );
}
