import { X } from "lucide-react";
import { CONTACT } from "../../../shared/messages/contact.ts";
import { cn } from "../../lib/cn.ts";
import { closeToastClass, destructiveToastClass, TOAST_HOTKEY, toastClass, toastTextClass } from "../../ui/toast-constants.ts";
import { toastRegionClass } from "../../ui/toast-edge.ts";

/**
 * The two toasts of the contact page, already in its HTML and shown by `show-toast.ts`. Not those of `ui/toast.tsx`, which need React:
 * marketing pages carry none (docs/decisions/015-first-load.md).
 */
export function ContactToasts() {
  return (
    <section
      aria-label={`Notifications (${TOAST_HOTKEY})`}
      tabIndex={-1}
      data-toasts=""
      data-edge="bottom"
      className={cn(toastRegionClass, "pointer-events-none")}
    >
      <div aria-live="polite">
        <Card name="sent" {...CONTACT.sent} />
      </div>
      <div role="alert">
        <Card name="failed" {...CONTACT.failed} />
      </div>
    </section>
  );
}

interface CardProps {
  name: "sent" | "failed";
  title: string;
  description: string;
}

function Card({ name, title, description }: CardProps) {
  const destructive = name === "failed";
  return (
    <div
      hidden
      data-toast={name}
      className={cn(toastClass, "pointer-events-auto touch-pan-y", "[&[hidden]]:hidden", destructive && destructiveToastClass)}
    >
      <div className={toastTextClass}>
        <p className={cn("font-semibold", destructive && "text-destructive")}>{title}</p>
        <p className="text-sm text-muted-foreground">{description}</p>
      </div>
      <button type="button" className={closeToastClass} aria-label="Close">
        <X className="size-4" aria-hidden />
      </button>
    </div>
  );
}
