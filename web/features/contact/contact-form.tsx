import type { ComponentProps, ReactNode } from "react";
import { BRAND } from "../../../shared/brand.ts";
import { CONTACT_LIMITS } from "../../../shared/contact.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Label } from "../../ui/label.tsx";
import { Textarea } from "../../ui/textarea.tsx";

/**
 * The contact form as static HTML; `contact-script.ts` enables and sends it. Its fields are disabled until that script runs, and stay so
 * without JavaScript, because the form could not be sent.
 */
export function ContactForm() {
  return (
    <form data-contact-form="" noValidate aria-label="Write to us">
      <p className="mb-5 hidden rounded-md border bg-card p-4 [@media(scripting:none)]:block">
        This form needs JavaScript. Without it, please write to{" "}
        <a className="link" href={`mailto:${BRAND.supportEmail}`}>
          {BRAND.supportEmail}
        </a>
        .
      </p>
      <fieldset disabled className="grid gap-5">
        <Row name="name" label="Name">
          <Input autoComplete="name" maxLength={CONTACT_LIMITS.name} {...control("name")} />
        </Row>
        <Row name="email" label="Email">
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={CONTACT_LIMITS.email}
            {...control("email")}
          />
        </Row>
        <Row name="message" label="Message">
          <Textarea rows={7} maxLength={CONTACT_LIMITS.message} className="min-h-44" {...control("message")} />
        </Row>
        {/* Honeypot for bots that fill in every field; people can neither see nor focus it. */}
        <div className="absolute left-[-9999px]" aria-hidden>
          <label htmlFor="contact-website">Website</label>
          <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <Button type="submit" className="justify-self-start">
          Send Message
        </Button>
      </fieldset>
    </form>
  );
}

type FieldName = "name" | "email" | "message";

const control = (name: FieldName): ComponentProps<"input"> & ComponentProps<"textarea"> => ({
  id: `contact-${name}`,
  name,
  required: true,
  "aria-describedby": `contact-${name}-error`,
});

/** Like `ui/field.tsx`, with an empty element for the error text that the script sets. */
function Row({ name, label, children }: { name: FieldName; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={`contact-${name}`}>{label}</Label>
      {children}
      <p id={`contact-${name}-error`} role="alert" className="text-sm font-medium text-destructive empty:hidden" />
    </div>
  );
}
