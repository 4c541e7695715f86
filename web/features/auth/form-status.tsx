import { cn } from "../../lib/cn.ts";

export interface FormResult {
  ok: boolean;
  text: string;
}

/** How it went, announced when it comes: green when it went well, else red. */
export function FormStatus({ message }: { message: FormResult | null }) {
  return (
    <p
      role={message && !message.ok ? "alert" : "status"}
      className={cn("font-medium empty:hidden", message?.ok ? "text-positive" : "text-destructive")}
    >
      {message?.text}
    </p>
  );
}
