import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

// Apart from the menu itself, which is on every page.

export const DropdownMenuRadioGroup = Primitive.RadioGroup;

/** One of several that exclude each other; the chosen one has a check mark. */
export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem
      className={cn(
        "relative flex min-h-11 items-center rounded-sm py-2 pr-3 pl-9 outline-none select-none data-highlighted:bg-muted",
        className,
      )}
      {...props}
    >
      <Primitive.ItemIndicator className="absolute left-3">
        <Check className="size-4" aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn("px-3 py-2 text-sm text-muted-foreground", className)} {...props} />;
}
