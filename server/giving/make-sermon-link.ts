import { z } from "zod";
import { queryAsUser } from "@lampstand/database";
import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { careFor } from "./care.ts";
import { isFitText, isFitToShow } from "./fit-to-show.ts";
import { insertLink } from "./link-rows.privileged.ts";
import { refusals } from "./refusals.ts";
import { toSermonLink } from "./sermon-link.ts";

const sermonRow = z.object({ title: z.string(), content: z.string() });

/** Refuses an end that has passed, and words that may not stand on a page for others. Throws a `FunctionError`. */
export function checkShown(words: readonly (string | null | undefined)[], endsAt: string | null | undefined): void {
  if (endsAt && Date.parse(endsAt) <= Date.now()) throw refusals.endIsPast();
  if (words.some((text) => text && !isFitToShow(text))) throw refusals.textDeclined();
}

/** POST make-sermon-link: a link that opens a sermon of the caller for everybody who has it. */
export const makeSermonLink = implement(endpoints.makeSermonLink, async ({ context, caller, userId, body }) => {
  const { sermonId, confirmed, ...shown } = body;
  const { rows } = await queryAsUser(
    context.db,
    { claims: caller },
    {
      text: "select title, content from public.sermons s where id = $1 and user_id = $2 and deleted_at is null",
      values: [sermonId, userId],
    },
    { readOnly: true },
  );
  const sermon = sermonRow.optional().parse(rows[0]);
  if (!sermon) throw refusals.sermonNotFound();
  checkShown([shown.name, shown.dedication, shown.showsTopic ? sermon.title : null], shown.endsAt);
  if (!isFitText(sermon.content)) throw refusals.textDeclined();
  const care = careFor({ topic: sermon.title, content: sermon.content, dedication: shown.dedication });
  if (care && !confirmed) throw refusals.confirmationNeeded(care);
  return { link: toSermonLink(context, await insertLink(context.db, userId, sermonId, shown)) };
});
