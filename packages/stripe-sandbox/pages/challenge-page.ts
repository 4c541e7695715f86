import { html, type Html } from "./html.ts";
import { page, type Page } from "./layout.ts";

interface Challenge {
  last4: string;
  /** Where the answer is posted; absent: the page's own address. */
  action?: string;
  /** What goes with the answer. */
  fields?: Record<string, string>;
  /** Where the answer may lead, beside this site. */
  formTargets?: readonly string[];
}

/** Imitates the bank's page of 3-D Secure. Posts `action=complete` or `action=fail`. */
export function challengePage(challenge: Challenge): Page {
  const fields: Html[] = Object.entries(challenge.fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return page({
    title: "Authenticate the payment (sandbox)",
    formTargets: challenge.formTargets ?? [],
    body: html`<form class="card" method="post" ${challenge.action ? html`action="${challenge.action}"` : ""}>
      <h1>Authenticate the payment</h1>
      <p>The bank of the test card ending in ${challenge.last4} asks whether it is you. This page stands for the bank's.</p>
      ${fields}
      <p><button type="submit" name="action" value="complete">Complete authentication</button></p>
      <p><button type="submit" name="action" value="fail" class="plain">Fail authentication</button></p>
    </form>`,
  });
}
