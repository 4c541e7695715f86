import { Menu, Settings } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../ui/button.tsx";

// In a file of their own, because the menus' code is loaded by the first click (OnFirstClick in app-header.tsx).

type MenuButtonProps = ComponentProps<typeof Button>;

/** Below medium width the side menu has the settings (docs/decisions/048-the-frame.md). */
export function SettingsButton(props: MenuButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label="Settings" aria-haspopup="menu" className="max-md:hidden" {...props}>
      <Settings aria-hidden />
    </Button>
  );
}

export function SideMenuButton(props: MenuButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label="Open menu" aria-haspopup="dialog" className="md:hidden" {...props}>
      <Menu aria-hidden />
    </Button>
  );
}
