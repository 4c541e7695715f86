import { LogOut, Menu, Settings, UserRound } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { hasStoredSession } from "../../features/auth/stored-state.ts";
import { Avatar, AvatarFallback } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../../ui/sheet.tsx";
import { Brand } from "../layout/brand.tsx";
import { Header, MainNav, menuLineClass } from "../layout/header.tsx";
import { memberMenu, memberNav, settings, visitorMenu, visitorNav } from "../layout/links.ts";
import { PlaceLink } from "../layout/place-link.tsx";
import { ThemeToggle } from "../layout/theme-toggle.tsx";

export function AppHeader() {
  const { status } = useAuth();
  const signedIn = status === "signed-in";
  // Visitors find their way at once; who has a session is about to be known.
  const undecided = (status === "initializing" || status === "resolving") && hasStoredSession();
  return (
    <Header>
      <Brand to={signedIn ? "/dashboard" : "/"} />
      {undecided ? null : <MainNav places={signedIn ? memberNav : visitorNav} />}
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        <ThemeToggle />
        {signedIn ? <MemberActions /> : null}
        {undecided || signedIn ? null : <VisitorActions />}
        {undecided ? null : <SideMenu signedIn={signedIn} />}
      </div>
    </Header>
  );
}

function VisitorActions() {
  return (
    <>
      <PlaceLink to="/login" className="hidden min-h-11 items-center px-2 font-semibold whitespace-nowrap md:flex lg:px-3">
        Sign In
      </PlaceLink>
      <Button asChild className="hidden px-4 md:inline-flex lg:px-5">
        <PlaceLink to="/sign-up">Start Free Trial</PlaceLink>
      </Button>
    </>
  );
}

function MemberActions() {
  const { signOut } = useAuth();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="Settings" className="hidden md:inline-flex">
            <Settings aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {settings.map(({ to, label, icon: Icon }) => (
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
      <Link to="/profile" aria-label="Your profile" className="grid size-11 place-items-center rounded-full">
        <Avatar className="size-9">
          <AvatarFallback>
            <UserRound aria-hidden />
          </AvatarFallback>
        </Avatar>
      </Link>
    </>
  );
}

function SideMenu({ signedIn }: { signedIn: boolean }) {
  const { signOut } = useAuth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden">
          <Menu aria-hidden />
        </Button>
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
