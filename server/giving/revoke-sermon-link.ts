import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { revokeLink } from "./link-rows.privileged.ts";
import { refusals } from "./refusals.ts";
import { toSermonLink } from "./sermon-link.ts";

/** POST revoke-sermon-link: the link opens nothing any more, and never again. */
export const revokeSermonLink = implement(endpoints.revokeSermonLink, async ({ context, userId, body }) => {
  const row = await revokeLink(context.db, userId, body.linkId);
  if (!row) throw refusals.linkNotFound();
  return { link: toSermonLink(context, row) };
});
