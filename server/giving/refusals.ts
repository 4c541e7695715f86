import { FunctionError } from "../endpoints/errors.ts";
import type { Care } from "./care.ts";

const ASK_AGAIN: Record<Care, string> = {
  danger:
    "This sermon was asked for in a hard hour. Its text may show that, and may name where help is in your country. Everybody who has the link can read it.",
  memory:
    "This sermon remembers somebody who has died. Those who loved them may come upon it, as everybody can who has the link.",
};

export const refusals = {
  sermonNotFound: () => new FunctionError(404, "sermon_not_found", "Only a sermon in your own library can be given away."),
  linkNotFound: () => new FunctionError(404, "link_not_found", "This link is not there any more."),
  linkIsShut: () => new FunctionError(409, "link_shut", "This link is not open any more. Please make a new one."),
  endIsPast: () =>
    new FunctionError(400, "validation_failed", "Please choose an end that is still to come.", { field: "endsAt" }),
  textDeclined: () =>
    new FunctionError(
      422,
      "text_declined",
      "This could hurt the people who read it, so it can't be put on a page for others. Please change the words.",
    ),
  confirmationNeeded: (care: Care) => new FunctionError(409, "confirmation_needed", ASK_AGAIN[care]),
  linksClosed: () =>
    new FunctionError(
      409,
      "links_closed",
      "A link of this sermon was closed after a report, so no new one can be made. Please write to us if that is wrong.",
    ),
  linksUsed: () =>
    new FunctionError(409, "links_used", "This sermon has as many open links as it can have. Please take one back first."),
  tooManyLinks: () =>
    new FunctionError(429, "too_many_links", "You have made many links today. Please come back tomorrow.", { retryAfter: 3600 }),
  adminRequired: () => new FunctionError(403, "admin_required", "Only administrators see what was reported."),
};
