import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useLayoutEffect, useRef } from "react";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "./button.tsx";
import {
  closeToastClass,
  destructiveToastClass,
  SWIPE_THRESHOLD_PX,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  toastClass,
  toastTextClass,
  VISIBLE_TOASTS,
} from "./toast-constants.ts";
import { keepClear, toastRegionClass } from "./toast-edge.ts";
import { removeToast, type ShownToast } from "./toast-store.ts";

const HOTKEY = [TOAST_HOTKEY];

/** The app's toasts. The contact page has its own without React (features/contact/contact-toasts.tsx). */
export default function ToastList({ toasts }: { toasts: readonly ShownToast[] }) {
  const list = useRef<HTMLOListElement>(null);
  const visible = toasts.slice(0, VISIBLE_TOASTS);
  const isEmpty = visible.length === 0;
  useLayoutEffect(() => {
    if (list.current && !isEmpty) return keepClear(list.current);
  }, [isEmpty]);
  return (
    <Primitive.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {visible.map((entry) => (
        <ToastCard key={entry.id} {...entry} />
      ))}
      <Primitive.Viewport ref={list} hotkey={HOTKEY} data-edge="bottom" className={cn(toastRegionClass, "flex flex-col gap-2")} />
    </Primitive.Provider>
  );
}

function ToastCard({ id, title, description, variant = "default", durationMs, action }: ShownToast) {
  const destructive = variant === "destructive";
  return (
    <Primitive.Root
      type={destructive ? "foreground" : "background"}
      {...(durationMs !== undefined && { duration: durationMs })}
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
      <div className={toastTextClass}>
        <Primitive.Title className={cn("font-semibold", destructive && "text-destructive")}>{title}</Primitive.Title>
        {description ? (
          <Primitive.Description className="text-sm text-muted-foreground">{description}</Primitive.Description>
        ) : null}
        {action ? (
          <Primitive.Action
            altText={action.label}
            onClick={action.onClick}
            className={cn(buttonVariants({ variant: "outline", size: "sm" }), "mt-2 min-h-11 justify-self-start")}
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
