import { LogOut } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "../features/auth/auth-context.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { settingsItems } from "./settings-links.ts";
import { SettingsButton } from "./menu-buttons.tsx";

/** Loaded by the first click on the button, and therefore open from the start. */
export default function SettingsMenu() {
  const { signOut } = useAuth();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <SettingsButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {settingsItems.map(({ to, label, icon: Icon }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          Log Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
