import { Moon, Sun } from "lucide-react";
import { Button } from "../ui/button.tsx";

/** page-script.ts handles clicks on `data-theme-toggle`; without JavaScript the button is hidden. */
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
