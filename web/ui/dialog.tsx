import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { overlayClass, panelClass } from "./dialog-classes.ts";
import { RememberOpener, useReturnFocus } from "./return-focus.tsx";

/** For a small task that can be cancelled. For a question that must be answered use `AlertDialog`. */
export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

/** Gives the focus back when it closes. */
export function DialogContent({ className, children, ...props }: ComponentProps<typeof Primitive.Content>) {
  const { remember, returnFocus } = useReturnFocus();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content className={cn(panelClass, className)} onCloseAutoFocus={returnFocus} {...props}>
        <RememberOpener remember={remember} />
        {children}
        <Primitive.Close
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-md hover:bg-muted"
          aria-label="Close"
        >
          <X className="size-5" aria-hidden />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function DialogHeader({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("grid gap-1.5 pr-8", className)} {...props} />;
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-keep-clear="" className={cn("flex flex-col-reverse gap-3 sm:flex-row sm:justify-end", className)} {...props} />
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn("text-xl", className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn("text-muted-foreground", className)} {...props} />;
}
