import PostalMime from "postal-mime";
import { z } from "zod";

/** A mail that arrived in the development inbox, as `GET /inbox/messages.json` shows it. */
export const inboxMessage = z.object({
  id: z.uuid(),
  receivedAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Every http(s) address in it, in order, each once. */
  links: z.array(z.string()),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  "#39": "'",
  "#x27": "'",
  "#38": "&",
  "#x26": "&",
};

const decodeEntities = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

export function findLinks(text: string, html: string): string[] {
  const targets = [...html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decodeEntities(match[1] ?? match[2] ?? ""),
  );
  // A full stop or bracket after an address is punctuation.
  const written = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([address]) => address.replace(/[.,;:!?)\]]+$/, ""));
  return [...new Set([...targets, ...written])].filter((link) => /^https?:\/\//.test(link));
}

/** Reads a mail as it came over SMTP (RFC 5322). */
export async function readMessage(
  raw: Uint8Array<ArrayBuffer>,
  envelope: { id: string; receivedAt: Date; recipients: string[] },
): Promise<InboxMessage> {
  const { subject = "", text = "", html = "" } = await PostalMime.parse(raw);
  return {
    id: envelope.id,
    receivedAt: envelope.receivedAt.toISOString(),
    to: envelope.recipients.join(", "),
    subject,
    text,
    html,
    links: findLinks(text, html),
  };
}
