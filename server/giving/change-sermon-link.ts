import { queryAsUser } from "@lampstand/database";
import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { updateLink } from "./link-rows.privileged.ts";
import { checkShown } from "./make-sermon-link.ts";
import { refusals } from "./refusals.ts";
import { toSermonLink } from "./sermon-link.ts";

/** POST change-sermon-link: shows other things on the page of an open link, or ends it at another time. Its address stays. */
export const changeSermonLink = implement(endpoints.changeSermonLink, async ({ context, caller, userId, body }) => {
  const { linkId, ...shown } = body;
  const { rows } = await queryAsUser<{ topic: string | null }>(
    context.db,
    { claims: caller },
    {
      text: `select s.title as topic from public.sermon_links l left join public.sermons s on s.id = l.sermon_id
        where l.id = $1 and l.user_id = $2`,
      values: [linkId, userId],
    },
    { readOnly: true },
  );
  const [found] = rows;
  if (!found) throw refusals.linkNotFound();
  checkShown([shown.name, shown.dedication, shown.showsTopic ? found.topic : null], shown.endsAt);
  const row = await updateLink(context.db, userId, linkId, shown);
  if (!row) throw refusals.linkIsShut();
  return { link: toSermonLink(context, row) };
});
