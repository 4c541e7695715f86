import { Eye, EyeOff } from "lucide-react";
import { useEffect, useImperativeHandle, useRef, useState, type ComponentProps } from "react";
import { flushSync } from "react-dom";
import { cn } from "../lib/cn.ts";
import { Button } from "./button.tsx";
import { Input } from "./input.tsx";

/** A password field with a button that shows what was typed. Submitting its form hides it again. */
export function PasswordInput({ className, ref, ...props }: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  function toggle() {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {};
    flushSync(() => setShown(!shown));
    // Browsers put the caret to the start or the end of a field whose type changes.
    input.current?.setSelectionRange(selectionStart, selectionEnd);
  }

  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        ref={input}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn("pr-12", className)}
        {...props}
      />
      <Button
        variant="ghost"
        size="icon"
        // Without the word "password": by that the field is found, by people who listen to labels and by tests.
        aria-label="Show characters"
        aria-pressed={shown}
        className="absolute inset-y-0 right-0 text-muted-foreground"
        // The caret stays in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <Icon aria-hidden />
      </Button>
    </div>
  );
}
