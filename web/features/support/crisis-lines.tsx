import { useState } from "react";
import { HELPLINES, helplinesFor, regionOf } from "../../../shared/helplines.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

const names = new Intl.DisplayNames("en", { type: "region" });
/** [code, name] of every country with helplines. */
export const COUNTRIES = Object.keys(HELPLINES).map(
  (region) => [region, region === "001" ? "Another country" : names.of(region)] as const,
);

/** Helplines of the browser's country, or of a chosen one. */
export function CrisisLines() {
  const [region, setRegion] = useState(() => regionOf(navigator.language));
  return (
    <div className="grid gap-4">
      <Field label="Country">
        <Select value={region} onChange={(event) => setRegion(event.target.value)}>
          {COUNTRIES.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <ul aria-label="Helplines" className="grid border-t">
        {helplinesFor(region).map(({ name, contact, href, note }) => (
          <li key={name} className="grid gap-0.5 border-b py-3">
            <p className="font-semibold">{name}</p>
            <a
              href={href}
              className="link inline-flex min-h-11 items-center justify-self-start text-lg"
              {...(href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
            >
              {contact}
            </a>
            <p className="text-sm text-muted-foreground">{note}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
