import { useState } from "react";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../../ui/sheet.tsx";
import { menuLineClass } from "../layout/header.tsx";
import { memberMenu, visitorMenu } from "../layout/links.ts";
import { PlaceLink } from "../layout/place-link.tsx";
import { SideMenuButton } from "./menu-buttons.tsx";

/** Loaded by the first click on its button, and therefore open from the start. */
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
            <PlaceLink key={to} to={to} onClick={close} className={menuLineClass}>
              {label}
            </PlaceLink>
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
              <PlaceLink to="/sign-up" onClick={close}>
                Get Started
              </PlaceLink>
            </Button>
          )}
        </nav>
      </SheetContent>
    </Sheet>
  );
}
