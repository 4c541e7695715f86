import { Moon, Sun } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { Button } from "../ui/button.tsx";
import { menuLineClass } from "./header.tsx";

// page-script.ts handles clicks on `data-theme-toggle`; without JavaScript the buttons are hidden.

export function ThemeToggle({ className }: { className?: string }) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Switch between light and dark"
      data-theme-toggle=""
      className={cn("[@media(scripting:none)]:hidden", className)}
    >
      <Icons />
    </Button>
  );
}

/** The same as a line of the side menu. */
export function ThemeLine() {
  return (
    <button type="button" data-theme-toggle="" className={cn(menuLineClass, "[@media(scripting:none)]:hidden")}>
      <Icons />
      Light or dark
    </button>
  );
}

function Icons() {
  return (
    <>
      <Moon className="dark:hidden" aria-hidden />
      <Sun className="hidden dark:block" aria-hidden />
    </>
  );
}
