import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { NavItem } from "./links.ts";
import { SiteLink } from "./site-link.tsx";

/** The bar at the top: brand, main navigation (medium screens and up), actions. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="border-b print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-md focus:bg-popover focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <div className="page flex h-16 items-center gap-2 md:gap-1 lg:gap-6">{children}</div>
    </header>
  );
}

export function MainNav({ items, className }: { items: NavItem[]; className?: string }) {
  return (
    <nav aria-label="Main" className={cn("hidden items-center md:flex lg:gap-1", className)}>
      {items.map(({ to, label, hint }) => (
        <SiteLink
          key={to}
          to={to}
          className="flex min-h-11 items-center border-b-2 border-transparent px-1.5 text-sm whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground lg:px-3 lg:text-base aria-[current=page]:border-primary aria-[current=page]:text-foreground"
        >
          {label}
          <Hint text={hint} />
        </SiteLink>
      ))}
    </nav>
  );
}

/** Extra link text for screen readers and search engines. */
export function Hint({ text }: { text: string | undefined }) {
  return text ? <span className="sr-only"> {text}</span> : null;
}

/** Classes of a menu item. */
export const menuLineClass =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-lg hover:bg-muted aria-[current=page]:font-semibold " +
  "[&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground";
/** Classes of a group of menu items below another one. */
export const menuGroupClass = "mt-2 border-t pt-2";
