import { LogOut } from "lucide-react";
import { Link } from "react-router";
import { useHasAdminPages } from "../features/admin/has-admin-pages.ts";
import { useAuth } from "../features/auth/auth-context.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { adminItem, settingsItems } from "./settings-links.ts";
import { SettingsButton } from "./menu-buttons.tsx";

/** Rendered by the first click on its button, so it starts open. */
export default function SettingsMenu() {
  const { user, signOut } = useAuth();
  const items = useHasAdminPages(user?.id) ? [...settingsItems, adminItem] : settingsItems;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <SettingsButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {items.map(({ to, label, icon: Icon }) => (
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
