import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "./button.tsx";
import {
  closeToastClass,
  destructiveToastClass,
  SWIPE_THRESHOLD_PX,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  toastClass,
} from "./toast-constants.ts";
import { removeToast, type ShownToast } from "./toast-store.ts";

const HOTKEY = [TOAST_HOTKEY];

/** The app's toasts. The contact page has its own without React (features/contact/contact-toasts.tsx). */
export default function ToastList({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <Primitive.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map((entry) => (
        <ToastCard key={entry.id} {...entry} />
      ))}
      <Primitive.Viewport
        hotkey={HOTKEY}
        className="fixed right-0 bottom-0 z-[60] flex w-full max-w-md flex-col gap-2 p-4 outline-none print:hidden"
      />
    </Primitive.Provider>
  );
}

function ToastCard({ id, title, description, variant = "default", action }: ShownToast) {
  const destructive = variant === "destructive";
  return (
    <Primitive.Root
      type={destructive ? "foreground" : "background"}
      onOpenChange={(open) => {
        if (!open) removeToast(id);
      }}
      className={cn(
        toastClass,
        "data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        destructive && destructiveToastClass,
      )}
    >
      <div className="grid flex-1 gap-1">
        <Primitive.Title className={cn("font-semibold", destructive && "text-destructive")}>{title}</Primitive.Title>
        {description ? (
          <Primitive.Description className="text-sm text-muted-foreground">{description}</Primitive.Description>
        ) : null}
        {action ? (
          <Primitive.Action
            altText={action.label}
            onClick={action.onClick}
            className={cn(buttonVariants({ variant: "outline", size: "sm" }), "mt-2 justify-self-start")}
          >
            {action.label}
          </Primitive.Action>
        ) : null}
      </div>
      <Primitive.Close className={closeToastClass} aria-label="Close">
        <X className="size-4" aria-hidden />
      </Primitive.Close>
    </Primitive.Root>
  );
}
