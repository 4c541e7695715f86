import { Slot } from "radix-ui";
import { useId, type ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { Label } from "./label.tsx";

interface FieldProps {
  label: ReactNode;
  /** Error text: what is wrong and what to do. */
  error?: string | undefined;
  /** Help text below the control. */
  hint?: ReactNode;
  className?: string;
  /** Exactly one control (Input, Textarea, Select). It gets the id and `aria-describedby`. */
  children: ReactNode;
}

/** A label, one control, its hint and error, associated for assistive technology. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={cn("grid gap-1.5", className)}>
      <Label htmlFor={id}>{label}</Label>
      <Slot.Root id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined}>
        {children}
      </Slot.Root>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  );
}
