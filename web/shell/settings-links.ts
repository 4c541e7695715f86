import { CircleHelp, ClipboardList, CreditCard, ShieldCheck, User, type LucideIcon } from "lucide-react";
import type { NavItem } from "./links.ts";

type SettingsItem = NavItem & { icon: LucideIcon };

/** Items of the settings menu (docs/product.md#navigation). Not in links.ts, because the app loads them with the menu. */
export const settingsItems: SettingsItem[] = [
  { to: "/profile", label: "Profile", icon: User },
  { to: "/subscription-billing", label: "Billing", icon: CreditCard },
  { to: "/security", label: "Security", icon: ShieldCheck },
  { to: "/support", label: "Help & Support", icon: CircleHelp },
];

/** The last of them for administrators. */
export const adminItem: SettingsItem = { to: "/admin/dashboard", label: "Administration", icon: ClipboardList };
