import type { ComponentProps } from "react";
import { cn } from "../../lib/cn.ts";
import { useHydrated } from "../../lib/hydrated.ts";
import { Button } from "../../ui/button.tsx";

/**
 * A form of a prerendered screen: people see it, and type, before the script that sends it has loaded. Until then `SubmitButton` is disabled,
 * so that neither it nor Enter sends anything; a browser that did all the same would post, which puts nothing into an address, and be refused.
 */
export function ScriptForm({ className, children, ...props }: ComponentProps<"form">) {
  return (
    <form noValidate method="post" className={cn("grid gap-5", className)} {...props}>
      {children}
      <p className="hidden font-medium text-destructive [@media(scripting:none)]:block">
        This form needs JavaScript, which is turned off in this browser.
      </p>
    </form>
  );
}

export function SubmitButton({ disabled, ...props }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return <Button type="submit" disabled={disabled || !hydrated} {...props} />;
}
