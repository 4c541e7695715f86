import { Moon, Sun } from "lucide-react";
import { Button } from "../ui/button.tsx";

/** The script of every page (page-script.ts) answers the attribute; without scripts the button is not shown. */
export function ThemeToggle() {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Switch between light and dark"
      data-theme-toggle=""
      className="[@media(scripting:none)]:hidden"
    >
      <Moon className="dark:hidden" aria-hidden />
      <Sun className="hidden dark:block" aria-hidden />
    </Button>
  );
}
