import { CONTACT } from "../../../shared/messages/contact.ts";
import { readStoredMember } from "../../lib/stored-session.ts";
import { sendMessage } from "./send-message.ts";
import { initToasts } from "./show-toast.ts";

// Runs the contact form (contact-form.tsx) without React; inlined at the end of the page.

type Control = HTMLInputElement | HTMLTextAreaElement;

const MISSING: Record<string, string> = {
  name: CONTACT.nameMissing,
  email: CONTACT.emailMissing,
  message: CONTACT.messageMissing,
};

function problemOf(control: Control): string {
  if (!control.value.trim()) return MISSING[control.name] ?? "";
  return control.validity.valid ? "" : CONTACT.emailInvalid;
}

function showProblem(control: Control): void {
  const problem = problemOf(control);
  const errorElement = document.getElementById(`${control.id}-error`);
  // Only if changed: setting the same text again would make screen readers announce it again.
  if (errorElement && errorElement.textContent !== problem) errorElement.textContent = problem;
  if (problem) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

function initContactForm(
  form: HTMLFormElement,
  fields: HTMLFieldSetElement,
  button: HTMLButtonElement,
  toasts: HTMLElement,
): void {
  const show = initToasts(toasts);
  const controls = [...form.querySelectorAll<Control>("[required]")];
  const buttonText = button.textContent;

  function setSending(sending: boolean): void {
    fields.disabled = sending;
    button.textContent = sending ? "Sending..." : buttonText;
    // The focus was lost when the button was disabled.
    if (!sending) button.focus();
  }

  async function submit(): Promise<void> {
    for (const control of controls) showProblem(control);
    const firstInvalid = form.querySelector<Control>("[aria-invalid]");
    if (firstInvalid) return firstInvalid.focus();
    const valueOf = (name: string): string => form.querySelector<Control>(`[name=${name}]`)?.value.trim() ?? "";
    const message = { name: valueOf("name"), email: valueOf("email"), message: valueOf("message"), website: valueOf("website") };
    setSending(true);
    try {
      await sendMessage(message);
      form.reset();
      show("sent");
    } catch {
      show("failed");
    } finally {
      setSending(false);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!fields.disabled) void submit();
  });
  // An error disappears as soon as it is corrected; new errors are shown at the next submit.
  form.addEventListener("input", ({ target }) => {
    const control = controls.find((candidate) => candidate === target);
    if (control?.getAttribute("aria-invalid")) showProblem(control);
  });
  // A member need not type them. As default values, they come back when the form is reset, and replace nothing that was typed.
  for (const [name, value] of Object.entries(readStoredMember())) {
    const control = form.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (control && value.length <= control.maxLength) control.defaultValue = value;
  }
  fields.disabled = false;
}

const form = document.querySelector<HTMLFormElement>("[data-contact-form]");
const fields = form?.querySelector("fieldset");
const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
const toasts = document.querySelector<HTMLElement>("[data-toasts]");
if (form && fields && button && toasts) initContactForm(form, fields, button, toasts);
