import * as z from "zod/mini";
import { postgresText } from "../postgres-text.ts";
import { LINK_LIMITS, REPORT_REASONS } from "../sermon-link.ts";
import { defineEndpoint } from "./endpoint.ts";

/** A line that is shown to others: no line break, no other control character, and none that turns the direction of what follows. */
const oneLine = z.refine<string>((value) => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(value));
const line = (most: number) => z.nullish(postgresText.check(z.trim(), oneLine, z.minLength(1), z.maxLength(most)));

/** What the giver ticked. What is left out is not shown. */
const shown = {
  /** Shown as the name of whoever gives the sermon. */
  name: line(LINK_LIMITS.name),
  dedication: line(LINK_LIMITS.dedication),
  /** Whether the topic is shown, in the giver's own words. */
  showsTopic: z._default(z.boolean(), false),
  /** When it ends; null: it has no end. */
  endsAt: z.nullish(z.iso.datetime()),
};

const sermonLink = z.object({
  id: z.uuid(),
  /** Whoever has it can open the sermon. */
  address: z.url(),
  state: z.enum(["open", "ended", "revoked", "closed"]),
  /** Why an administrator closed it. */
  closedReason: z.nullable(z.string()),
  name: z.nullable(z.string()),
  dedication: z.nullable(z.string()),
  showsTopic: z.boolean(),
  endsAt: z.nullable(z.string()),
  /** How often its recording was begun. */
  plays: z.int(),
  createdAt: z.string(),
});
export type SermonLink = z.infer<typeof sermonLink>;

export const listSermonLinks = defineEndpoint({
  name: "list-sermon-links",
  caller: "member",
  body: z.object({ sermonId: z.uuid() }),
  /** The newest first. */
  answer: z.object({ links: z.array(sermonLink) }),
});

export const makeSermonLink = defineEndpoint({
  name: "make-sermon-link",
  caller: "member",
  body: z.object({
    sermonId: z.uuid(),
    ...shown,
    /** That the person was asked a second time, where `confirmation_needed` says so. */
    confirmed: z._default(z.boolean(), false),
  }),
  answer: z.object({ link: sermonLink }),
});

export const changeSermonLink = defineEndpoint({
  name: "change-sermon-link",
  caller: "member",
  body: z.object({ linkId: z.uuid(), ...shown }),
  answer: z.object({ link: sermonLink }),
});

export const revokeSermonLink = defineEndpoint({
  name: "revoke-sermon-link",
  caller: "member",
  body: z.object({ linkId: z.uuid() }),
  answer: z.object({ link: sermonLink }),
});

const linkReport = z.object({
  id: z.uuid(),
  linkId: z.uuid(),
  address: z.url(),
  state: sermonLink.shape.state,
  closedReason: z.nullable(z.string()),
  reason: z.enum(REPORT_REASONS),
  message: z.nullable(z.string()),
  createdAt: z.string(),
});
export type LinkReport = z.infer<typeof linkReport>;

/** For administrators, as `closeSermonLink` is. */
export const listLinkReports = defineEndpoint({
  name: "list-link-reports",
  caller: "member",
  body: z.object({}),
  /** The newest first, 200 at most. */
  answer: z.object({ reports: z.array(linkReport) }),
});

export const closeSermonLink = defineEndpoint({
  name: "close-sermon-link",
  caller: "member",
  body: z.object({
    linkId: z.uuid(),
    reason: postgresText.check(z.trim(), z.minLength(1), z.maxLength(LINK_LIMITS.closedReason)),
  }),
  answer: z.object({ success: z.literal(true) }),
});
