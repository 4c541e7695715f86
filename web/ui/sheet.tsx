import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { overlayClass } from "./dialog-classes.ts";
import { leaveHeadingFocused } from "./leave-heading-focused.ts";

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;

interface SheetContentProps extends ComponentProps<typeof Primitive.Content> {
  /** Read by screen readers when the sheet opens; not visible. */
  title: string;
}

/** A panel that slides in from the right edge. */
export function SheetContent({ title, className, children, ...props }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        aria-describedby={undefined}
        onCloseAutoFocus={leaveHeadingFocused}
        className={cn(
          "fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] flex-col gap-2 overflow-y-auto border-l bg-popover p-6 pt-16 text-popover-foreground",
          "data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in",
          className,
        )}
        {...props}
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        {children}
        <Primitive.Close
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-md hover:bg-muted"
          aria-label="Close"
        >
          <X className="size-5" aria-hidden />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
