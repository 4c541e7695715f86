import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "./button.tsx";
import { removeToast, type ShownToast } from "./toast-store.ts";

/** docs/product.md#toasts */
const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = ["F8"];

export default function ToastList({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <Primitive.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map((entry) => (
        <ToastCard key={entry.id} {...entry} />
      ))}
      <Primitive.Viewport
        hotkey={HOTKEY}
        className="fixed right-0 bottom-0 z-[60] flex w-full max-w-md flex-col gap-2 p-4 outline-none"
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
        "flex animate-enter items-start gap-3 rounded-md border bg-popover p-4 text-popover-foreground shadow-float",
        "data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        destructive && "border-l-4 border-l-destructive",
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
      <Primitive.Close className="-m-2 grid size-9 place-items-center rounded-md hover:bg-muted" aria-label="Close">
        <X className="size-4" aria-hidden />
      </Primitive.Close>
    </Primitive.Root>
  );
}
