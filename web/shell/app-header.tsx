import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { Link } from "react-router";
import { useAuth } from "../features/auth/auth-context.tsx";
import { hasStoredSession } from "../features/auth/stored-state.ts";
import { avatarQuery } from "../features/profile/profile.ts";
import { useHydrated } from "../lib/hydrated.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { tellMissing } from "../ui/lazy-part.tsx";
import { Brand } from "./brand.tsx";
import { Header, MainNav } from "./header.tsx";
import { memberNav, visitorNav } from "./links.ts";
import { RunningSermon } from "./running-sermon.tsx";
import { SiteLink } from "./site-link.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { useWaitingScreen } from "./waiting-screen.ts";
import { SettingsButton, SideMenuButton } from "./menu-buttons.tsx";

const loadSettingsMenu = () => import("./settings-menu.tsx");
const SettingsMenu = lazy(loadSettingsMenu);
const loadSideMenu = () => import("./side-menu.tsx");
const SideMenu = lazy(loadSideMenu);

/** The header of the app. Marketing pages, which carry no React, have `StaticHeader`: change both together. */
export function AppHeader() {
  const { status, user } = useAuth();
  const hydrated = useHydrated();
  const signedIn = status === "signed-in";
  // Until a stored session is checked it may turn out invalid: show no navigation yet. Without a stored session show the visitor's.
  // Before any script runs a member's page shows nobody's.
  const isMembersPage = useWaitingScreen() !== null;
  const mayBeSignedIn = hydrated ? hasStoredSession() : isMembersPage;
  const sessionUnknown = (status === "initializing" || status === "resolving") && mayBeSignedIn;
  return (
    <>
      <Header>
        <Brand to={signedIn ? "/dashboard" : "/"} />
        {sessionUnknown ? null : <MainNav items={signedIn ? memberNav : visitorNav} />}
        <div className="ml-auto flex items-center max-sm:-mr-2.5 lg:gap-2">
          {/* On the narrowest screens it is in the menu alone. */}
          <ThemeToggle {...(user && { className: "max-[22.5rem]:hidden" })} />
          {user ? <MemberActions userId={user.id} /> : null}
          {sessionUnknown || signedIn ? null : <VisitorActions />}
          {sessionUnknown ? null : (
            <OnFirstClick button={SideMenuButton} load={loadSideMenu}>
              <SideMenu signedIn={signedIn} />
            </OnFirstClick>
          )}
        </div>
      </Header>
      {user ? <RunningSermon userId={user.id} /> : null}
    </>
  );
}

function VisitorActions() {
  return (
    <>
      <SiteLink
        to="/login"
        className="hidden min-h-11 items-center px-1.5 text-sm font-semibold whitespace-nowrap md:flex lg:px-3 lg:text-base"
      >
        Sign In
      </SiteLink>
      <Button asChild className="hidden px-2.5 text-sm md:inline-flex lg:px-5 lg:text-base">
        <SiteLink to="/sign-up">Start Free Trial</SiteLink>
      </Button>
    </>
  );
}

function MemberActions({ userId }: { userId: string }) {
  const { data: address } = useQuery(avatarQuery(userId));
  return (
    <>
      <OnFirstClick button={SettingsButton} load={loadSettingsMenu}>
        <SettingsMenu />
      </OnFirstClick>
      <Link to="/profile" aria-label="Your profile" className="grid size-11 place-items-center rounded-full">
        <Avatar src={address} className="size-9" />
      </Link>
    </>
  );
}

interface OnFirstClickProps {
  button: ComponentType<ComponentProps<typeof Button>>;
  load: () => Promise<unknown>;
  /** The open menu, which renders its own button. */
  children: ReactNode;
}

/** Renders a plain button; its menu's code is loaded on hover or focus and replaces the button with the first click. */
function OnFirstClick({ button: Closed, load, children }: OnFirstClickProps) {
  const [clicked, setClicked] = useState(false);
  const prepare = () => void load().catch(() => {});
  const open = () => void load().then(() => setClicked(true), tellMissing);
  const closed = <Closed aria-expanded={false} onPointerEnter={prepare} onFocus={prepare} onClick={open} />;
  return clicked ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
