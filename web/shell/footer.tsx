import { BRAND } from "../../shared/brand.ts";
import { connectLinks, legalLinks, quickLinks, type NavItem } from "./links.ts";
import { SiteLink } from "./site-link.tsx";

function Column({ title, items }: { title: string; items: NavItem[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal">{title}</h2>
      <ul>
        {items.map(({ to, label }) => (
          <li key={to}>
            <SiteLink to={to} className="inline-flex min-h-9 items-center text-muted-foreground hover:text-foreground">
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const year = new Date().getFullYear();

export function Footer() {
  return (
    <footer className="border-t print:hidden">
      <div className="page grid gap-8 py-12 sm:grid-cols-2 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="font-serif text-xl">{BRAND.product}</p>
          <p className="mt-1 max-w-56 text-muted-foreground">{BRAND.tagline}</p>
        </div>
        <Column title="Quick Links" items={quickLinks} />
        <Column title="Legal" items={legalLinks} />
        <Column title="Connect" items={connectLinks} />
      </div>
      <div className="page">
        <p className="border-t py-6 text-sm text-muted-foreground">
          © {/* page-script.ts corrects it when the year of the build is over. */}
          <span data-year="" suppressHydrationWarning>
            {year}
          </span>{" "}
          {BRAND.product}
        </p>
      </div>
    </footer>
  );
}
