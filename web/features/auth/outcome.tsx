import { cn } from "../../lib/cn.ts";

export interface OutcomeMessage {
  ok: boolean;
  text: string;
}

/** How it went, announced when it comes: green when it went well, else red. */
export function Outcome({ message }: { message: OutcomeMessage | null }) {
  return (
    <p
      role={message && !message.ok ? "alert" : "status"}
      className={cn("font-medium empty:hidden", message?.ok ? "text-positive" : "text-destructive")}
    >
      {message?.text}
    </p>
  );
}
