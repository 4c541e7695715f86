import { useState } from "react";
import { useAuth } from "../features/auth/auth-context.tsx";
import { Button } from "../ui/button.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet.tsx";
import { menuLineClass } from "./header.tsx";
import { memberMenu, visitorMenu } from "./links.ts";
import { SiteLink } from "./site-link.tsx";
import { SideMenuButton } from "./menu-buttons.tsx";

/** Rendered by the first click on its button, so it starts open. */
export default function SideMenu({ signedIn }: { signedIn: boolean }) {
  const { signOut } = useAuth();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <SideMenuButton />
      </SheetTrigger>
      <SheetContent title="Menu">
        <nav aria-label="Menu" className="flex flex-col">
          {(signedIn ? memberMenu : visitorMenu).map(({ to, label }) => (
            <SiteLink key={to} to={to} onClick={close} className={menuLineClass}>
              {label}
            </SiteLink>
          ))}
          {signedIn ? (
            <button
              type="button"
              className={menuLineClass}
              onClick={() => {
                close();
                void signOut();
              }}
            >
              Sign Out
            </button>
          ) : (
            <Button asChild className="mt-4">
              <SiteLink to="/sign-up" onClick={close}>
                Get Started
              </SiteLink>
            </Button>
          )}
        </nav>
      </SheetContent>
    </Sheet>
  );
}
