import { queryAsUser } from "@lampstand/database";
import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { LINK_COLUMNS, toSermonLink } from "./sermon-link.ts";

const MOST = 100;

/** POST list-sermon-links: the caller's links of one sermon, the newest first. */
export const listSermonLinks = implement(endpoints.listSermonLinks, async ({ context, caller, userId, body }) => {
  const { rows } = await queryAsUser(
    context.db,
    { claims: caller },
    {
      text: `select ${LINK_COLUMNS} from public.sermon_links where user_id = $1 and sermon_id = $2 order by created_at desc, id limit ${MOST}`,
      values: [userId, body.sermonId],
    },
    { readOnly: true },
  );
  return { links: rows.map((row) => toSermonLink(context, row)) };
});
