import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { controlClass } from "./input.tsx";

/** The native select, styled like our controls: phones show their own picker, and it needs no script. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative grid items-center">
      <select className={cn(controlClass, "h-11 appearance-none pr-10", className)} {...props} />
      <ChevronDown className="pointer-events-none absolute right-3 size-4 text-muted-foreground" aria-hidden />
    </span>
  );
}
