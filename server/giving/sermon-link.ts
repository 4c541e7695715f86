import { z } from "zod";
import type { SermonLink } from "../../shared/endpoints/links.ts";
import type { FunctionContext } from "../endpoints/context.ts";

const linkRow = z.object({
  id: z.uuid(),
  giver_name: z.string().nullable(),
  dedication: z.string().nullable(),
  shows_topic: z.boolean(),
  ends_at: z.date().nullable(),
  plays: z.number(),
  created_at: z.date(),
  revoked_at: z.date().nullable(),
  closed_at: z.date().nullable(),
  closed_reason: z.string().nullable(),
});

export const LINK_COLUMNS = Object.keys(linkRow.shape).join(", ");

/** What a link's row says of its state. */
type Ends = Pick<z.infer<typeof linkRow>, "closed_at" | "revoked_at" | "ends_at">;

export function stateOf({ closed_at, revoked_at, ends_at }: Ends): SermonLink["state"] {
  if (closed_at) return "closed";
  if (revoked_at) return "revoked";
  return ends_at && ends_at <= new Date() ? "ended" : "open";
}

type Addressing = Pick<FunctionContext, "linkTokens" | "publicUrl">;

export const addressOf = ({ linkTokens, publicUrl }: Addressing, id: string): string =>
  `${publicUrl}/s/${linkTokens.tokenOf(id)}`;

/** A row of `sermon_links`, with `LINK_COLUMNS`, as its owner is told of it. */
export function toSermonLink(context: Addressing, given: unknown): SermonLink {
  const row = linkRow.parse(given);
  return {
    id: row.id,
    address: addressOf(context, row.id),
    state: stateOf(row),
    closedReason: row.closed_reason,
    name: row.giver_name,
    dedication: row.dedication,
    showsTopic: row.shows_topic,
    endsAt: row.ends_at?.toISOString() ?? null,
    plays: row.plays,
    createdAt: row.created_at.toISOString(),
  };
}
