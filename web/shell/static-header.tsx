import { LogOut, Menu, Settings, X } from "lucide-react";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Brand } from "./brand.tsx";
import { cn } from "../lib/cn.ts";
import { Header, Hint, MainNav, menuGroupClass, menuLineClass } from "./header.tsx";
import { memberMenu, memberNav, visitorMenu, visitorNav, type NavItem } from "./links.ts";
import { SiteLink } from "./site-link.tsx";
import { adminItem, settingsItems } from "./settings-links.ts";
import { ThemeLine, ThemeToggle } from "./theme-toggle.tsx";

/**
 * The header of marketing pages. They carry no React (docs/decisions/015-first-load.md), so it can't be `AppHeader`: the HTML holds both
 * the signed-in and the signed-out state, CSS (`member:`, set by page-script.ts) shows one, and menus are native popovers.
 */
export function StaticHeader() {
  return (
    <Header>
      <Brand to="/" />
      <MainNav items={visitorNav} className="member:md:hidden" />
      <MainNav items={memberNav} className="md:hidden member:md:flex" />
      <div className="ml-auto flex items-center max-sm:-mr-2.5 lg:gap-2">
        <ThemeToggle className="member:max-[22.5rem]:hidden" />
        <SiteLink
          to="/login"
          className="hidden min-h-11 items-center px-1.5 text-sm font-semibold whitespace-nowrap md:flex lg:px-3 lg:text-base member:md:hidden"
        >
          Sign In
        </SiteLink>
        <Button asChild className="hidden px-2.5 text-sm md:inline-flex lg:px-5 lg:text-base member:md:hidden">
          <SiteLink to="/sign-up">Start Free Trial</SiteLink>
        </Button>
        <SettingsMenu />
        <SiteLink to="/profile" aria-label="Your profile" className="hidden size-11 place-items-center rounded-full member:grid">
          <Avatar className="size-9" data-avatar="" />
        </SiteLink>
        <SideMenu />
      </div>
    </Header>
  );
}

const settingsLineClass =
  "flex min-h-11 items-center gap-3 rounded-sm px-3 hover:bg-muted [&_svg]:size-4 [&_svg]:text-muted-foreground";

/** The links of the settings; the one for administrators shows only where their session is stored. */
function SettingsLines({ className }: { className: string }) {
  return [...settingsItems, adminItem].map((item) => (
    <SiteLink key={item.to} to={item.to} className={cn(className, item === adminItem && "hidden admin:flex")}>
      <item.icon aria-hidden />
      {item.label}
    </SiteLink>
  ));
}

function SettingsMenu() {
  return (
    <>
      <Button variant="ghost" size="icon" popoverTarget="settings" aria-label="Settings" className="hidden member:md:inline-flex">
        <Settings aria-hidden />
      </Button>
      <div
        id="settings"
        popover="auto"
        className="absolute top-15 right-[max(2rem,calc((100vw-var(--container-page))/2+2rem))] left-auto m-0 w-56 rounded-md border bg-popover p-1 text-popover-foreground shadow-float"
      >
        <nav aria-label="Settings">
          <SettingsLines className={settingsLineClass} />
          <hr className="m-1" />
          <SiteLink to="/sign-out" className={settingsLineClass}>
            <LogOut aria-hidden />
            Log Out
          </SiteLink>
        </nav>
      </div>
    </>
  );
}

function SideMenu() {
  return (
    <>
      <Button variant="ghost" size="icon" popoverTarget="menu" aria-label="Open menu" className="md:hidden">
        <Menu aria-hidden />
      </Button>
      <div
        id="menu"
        popover="auto"
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-l bg-popover p-6 pt-16 text-popover-foreground backdrop:bg-overlay open:animate-slide-in"
      >
        <Button
          variant="ghost"
          size="icon"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
          className="absolute top-3 right-3"
        >
          <X aria-hidden />
        </Button>
        <nav aria-label="Menu" className="member:hidden">
          <MenuLines items={visitorMenu} />
          <Button asChild className="mt-4 w-full">
            <SiteLink to="/sign-up">Get Started</SiteLink>
          </Button>
        </nav>
        <nav aria-label="Menu" className="hidden member:block">
          <MenuLines items={memberMenu} />
        </nav>
        <nav aria-label="Settings" className={cn(menuGroupClass, "hidden member:block")}>
          <SettingsLines className={menuLineClass} />
        </nav>
        <div className={menuGroupClass}>
          <ThemeLine />
          <SiteLink to="/sign-out" className={cn(menuLineClass, "hidden member:flex")}>
            <LogOut aria-hidden />
            Sign Out
          </SiteLink>
        </div>
      </div>
    </>
  );
}

function MenuLines({ items }: { items: NavItem[] }) {
  return items.map(({ to, label, hint }) => (
    <SiteLink key={to} to={to} className={menuLineClass}>
      {label}
      <Hint text={hint} />
    </SiteLink>
  ));
}
