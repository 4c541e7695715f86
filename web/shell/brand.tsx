import { BRAND } from "../../shared/brand.ts";
import { Badge } from "../ui/badge.tsx";
import { SiteLink } from "./site-link.tsx";

/** The logo: a lamp on its stand. */
function LampMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden fill="none">
      <path
        d="M16 3c2.6 3 3.6 4.8 3.6 6.8A3.6 3.6 0 0 1 16 13.4a3.6 3.6 0 0 1-3.6-3.6C12.4 7.8 13.4 6 16 3Z"
        className="fill-lamp"
      />
      <path
        d="M7 16.5h18c0 3.2-3.6 5-9 5s-9-1.8-9-5ZM16 21.5V28M10.5 28.5h11"
        className="stroke-current"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Brand({ to }: { to: "/" | "/dashboard" }) {
  return (
    <div className="flex items-center gap-1.5 lg:gap-2.5">
      <SiteLink
        to={to}
        className="flex min-h-11 items-center gap-2 font-serif text-xl font-medium tracking-tight md:max-lg:gap-1.5 md:max-lg:text-lg"
      >
        <LampMark className="size-7" />
        {BRAND.product}
      </SiteLink>
      <Badge variant="outline" className="px-1.5 lg:px-2.5">
        {BRAND.version}
      </Badge>
    </div>
  );
}
