import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { controlClass } from "./input.tsx";

/** A field for several lines. People write in it in their own language, which may run from the right. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea dir="auto" className={cn(controlClass, "field-sizing-content min-h-28 py-2.5", className)} {...props} />;
}
