import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { overlayClass } from "./dialog-classes.ts";
import { RememberOpener, useReturnFocus } from "./return-focus.tsx";

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;

interface SheetContentProps extends ComponentProps<typeof Primitive.Content> {
  title: string;
  /** Names the scrolling part of a sheet that holds text: it can then be focused, so that it scrolls by keyboard. */
  textLabel?: string;
}

/** A panel that slides in from the right edge. Its content scrolls under its title and close button. */
export function SheetContent({ title, textLabel, className, children, ...props }: SheetContentProps) {
  const { remember, returnFocus } = useReturnFocus();
  const textProps = textLabel ? { role: "region", "aria-label": textLabel, tabIndex: 0 } : {};
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          "fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] flex-col border-l bg-popover text-popover-foreground",
          "data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in",
          className,
        )}
        onCloseAutoFocus={returnFocus}
        {...props}
      >
        <RememberOpener remember={remember} />
        <div className="flex min-h-16 shrink-0 items-center justify-between gap-3 border-b py-2 pr-3 pl-6">
          <Primitive.Title className="text-lg">{title}</Primitive.Title>
          <Primitive.Close className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-muted" aria-label="Close">
            <X className="size-5" aria-hidden />
          </Primitive.Close>
        </div>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-6 -outline-offset-2" {...textProps}>
          {children}
        </div>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
