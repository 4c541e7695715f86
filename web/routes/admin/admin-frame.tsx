import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { cn } from "../../lib/cn.ts";
import { menuLineClass } from "../../shell/header.tsx";
import { SiteLink } from "../../shell/site-link.tsx";
import { ADMIN_PAGES } from "./admin-pages.ts";

/** Layout of the admin pages: navigation beside the page or, on small screens, above it. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-8 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-10">
      <nav aria-label="Admin" className="hidden content-start border-r pr-3 lg:grid">
        <AdminLinks />
      </nav>
      {/* The key closes it after each navigation. */}
      <details key={pathname} className="group rounded-md border bg-card lg:hidden">
        <summary className="flex min-h-11 list-none items-center justify-between px-4 font-semibold [&::-webkit-details-marker]:hidden">
          Admin pages
          <ChevronDown className="size-4 text-muted-foreground transition-transform group-open:rotate-180" aria-hidden />
        </summary>
        <nav aria-label="Admin" className="grid border-t p-1">
          <AdminLinks />
        </nav>
      </details>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function AdminLinks() {
  return ADMIN_PAGES.map(({ to, label }) => (
    <SiteLink key={to} to={to} className={cn(menuLineClass, "text-base")}>
      {label}
    </SiteLink>
  ));
}
