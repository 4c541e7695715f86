import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { controlClass } from "./input.tsx";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(controlClass, "field-sizing-content min-h-28 py-2.5", className)} {...props} />;
}
