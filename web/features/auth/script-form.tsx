import type { ComponentProps } from "react";
import { cn } from "../../lib/cn.ts";
import { useHydrated } from "../../lib/hydrated.ts";
import { Button } from "../../ui/button.tsx";

/**
 * A form of a prerendered screen: people see it, type, and press its buttons before the script that sends it has loaded. What they press is done
 * when it has (shell/early-press.ts); a browser that sent the form itself would post, which puts nothing into an address, and be refused.
 */
export function ScriptForm({ className, children, ...props }: ComponentProps<"form">) {
  const hydrated = useHydrated();
  return (
    <form noValidate method="post" className={cn("grid gap-5", className)} {...props}>
      {children}
      <p className="hidden font-medium text-destructive [@media(scripting:none)]:block">
        This form needs JavaScript, which is turned off in this browser.
      </p>
      {hydrated ? null : (
        <div role="alert" className="hidden justify-items-start gap-3 failed:grid">
          <p className="font-medium text-destructive">This page did not load completely. The network may be weak.</p>
          <Button variant="outline" data-reload>
            Try Again
          </Button>
        </div>
      )}
    </form>
  );
}
