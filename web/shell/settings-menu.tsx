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

/** Rendered by the first click on its button, so it starts open. */
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
