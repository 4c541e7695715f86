import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { leaveHeadingFocused } from "./leave-heading-focused.ts";

/** Not modal: the page behind stays readable and scrollable. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />;
}
export const DropdownMenuTrigger = Primitive.Trigger;

/** Rendered next to its button, not in a portal, so that it is within the button's landmark (header, main) for screen readers. */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      align="end"
      onCloseAutoFocus={leaveHeadingFocused}
      sideOffset={6}
      className={cn(
        "z-50 min-w-52 rounded-md border bg-popover p-1 text-popover-foreground shadow-float data-[state=open]:animate-enter",
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "flex min-h-11 items-center gap-3 rounded-sm px-3 py-2 outline-none select-none [&_svg]:size-4 [&_svg]:text-muted-foreground",
        "data-disabled:opacity-50 data-highlighted:bg-muted",
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={cn("mx-1 my-1 h-px bg-border", className)} {...props} />;
}
