import { ChevronDown } from "lucide-react";
import { helplinesFor } from "../../../shared/helplines.ts";
import { COUNTRIES } from "./crisis-lines.tsx";

/** A line that a telephone reaches without the internet. */
const isTelephone = ({ href }: { href: string }) => /^(?:tel|sms):/.test(href);

/** The helplines of every country, folded in, for a page without scripts and without a network: those to call or text. */
export function LinesByCountry() {
  return (
    <div className="grid border-t">
      {COUNTRIES.map(([region, country]) => (
        <details key={region} id={`lines-${region}`} className="group border-b">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-semibold">
            {country}
            <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" aria-hidden />
          </summary>
          <ul className="grid gap-4 pb-5">
            {helplinesFor(region)
              .filter(isTelephone)
              .map(({ name, contact, href, note }) => (
                <li key={name} className="grid gap-0.5">
                  <p>{name}</p>
                  <a href={href} className="link inline-flex min-h-11 items-center justify-self-start text-lg">
                    {contact}
                  </a>
                  <p className="text-sm text-muted-foreground">{note}</p>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
