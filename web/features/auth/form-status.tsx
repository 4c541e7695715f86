import { cn } from "../../lib/cn.ts";

export interface FormResult {
  ok: boolean;
  text: string;
}

/** The result of a submitted form, announced by screen readers: green for success, red for failure. */
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
