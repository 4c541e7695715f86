import { LogOut } from "lucide-react";
import { useState } from "react";
import { useHasAdminPages } from "../features/admin/has-admin-pages.ts";
import { useAuth } from "../features/auth/auth-context.tsx";
import { Button } from "../ui/button.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet.tsx";
import { menuGroupClass, menuLineClass } from "./header.tsx";
import { memberMenu, visitorMenu, type NavItem } from "./links.ts";
import { SideMenuButton } from "./menu-buttons.tsx";
import { adminItem, settingsItems } from "./settings-links.ts";
import { SiteLink } from "./site-link.tsx";
import { ThemeLine } from "./theme-toggle.tsx";

/** The one menu below medium width. Rendered by the first click on its button, so it starts open. */
export default function SideMenu({ signedIn }: { signedIn: boolean }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <SideMenuButton />
      </SheetTrigger>
      <SheetContent title="Menu" onOpenAutoFocus={focusFirstLink}>
        {signedIn ? <MemberMenu close={close} /> : <VisitorMenu close={close} />}
      </SheetContent>
    </Sheet>
  );
}

/** By default the first button would be focused, which is after the links. */
function focusFirstLink(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector("a")?.focus();
}

interface MenuProps {
  close: () => void;
}

function VisitorMenu({ close }: MenuProps) {
  return (
    <>
      <nav aria-label="Menu" className="flex flex-col">
        <Lines items={visitorMenu} close={close} />
        <Button asChild className="mt-4">
          <SiteLink to="/sign-up" onClick={close}>
            Get Started
          </SiteLink>
        </Button>
      </nav>
      <div className={menuGroupClass}>
        <ThemeLine />
      </div>
    </>
  );
}

function MemberMenu({ close }: MenuProps) {
  const { user, signOut } = useAuth();
  const items = useHasAdminPages(user?.id) ? [...settingsItems, adminItem] : settingsItems;
  return (
    <>
      <nav aria-label="Menu">
        <Lines items={memberMenu} close={close} />
      </nav>
      <nav aria-label="Settings" className={menuGroupClass}>
        {items.map(({ to, label, icon: Icon }) => (
          <SiteLink key={to} to={to} onClick={close} className={menuLineClass}>
            <Icon aria-hidden />
            {label}
          </SiteLink>
        ))}
      </nav>
      <div className={menuGroupClass}>
        <ThemeLine />
        <button
          type="button"
          className={menuLineClass}
          onClick={() => {
            close();
            void signOut();
          }}
        >
          <LogOut aria-hidden />
          Sign Out
        </button>
      </div>
    </>
  );
}

function Lines({ items, close }: MenuProps & { items: NavItem[] }) {
  return items.map(({ to, label }) => (
    <SiteLink key={to} to={to} onClick={close} className={menuLineClass}>
      {label}
    </SiteLink>
  ));
}
