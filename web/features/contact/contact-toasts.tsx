import { X } from "lucide-react";
import { CONTACT } from "../../../shared/messages/contact.ts";
import { cn } from "../../lib/cn.ts";

/** The two messages of the contact page, looking as those of `ui/toast.tsx`; `show-toast.ts` shows them. */
export function ContactToasts() {
  return (
    <section
      aria-label="Notifications (F8)"
      tabIndex={-1}
      data-toasts=""
      className="pointer-events-none fixed right-0 bottom-0 z-[60] w-full max-w-md p-4 outline-none"
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
      className={cn(
        "pointer-events-auto flex animate-enter touch-pan-y items-start gap-3 rounded-md border bg-popover p-4 text-popover-foreground shadow-float",
        "[&[hidden]]:hidden",
        destructive && "border-l-4 border-l-destructive",
      )}
    >
      <div className="grid flex-1 gap-1">
        <p className={cn("font-semibold", destructive && "text-destructive")}>{title}</p>
        <p className="text-sm text-muted-foreground">{description}</p>
      </div>
      <button type="button" className="-m-2 grid size-9 place-items-center rounded-md hover:bg-muted" aria-label="Close">
        <X className="size-4" aria-hidden />
      </button>
    </div>
  );
}
