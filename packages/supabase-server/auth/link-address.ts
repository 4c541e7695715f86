import type { TokenRow } from "./mailed-token.ts";

type Link = Pick<TokenRow, "token_type" | "redirect_to"> & { secret: string };

/** The `type` under which the dialect verifies a link. */
const verifyTypeOf = ({ token_type: type }: Link): string => (type.startsWith("email_change") ? "email_change" : type);

/** The address whose mere opening spends the link (docs/dialect.md#one-time-codes-and-links). */
export function verifyAddress(publicUrl: string, link: Link): string {
  const url = new URL("/auth/v1/verify", publicUrl);
  url.search = new URLSearchParams({
    token: link.secret,
    type: verifyTypeOf(link),
    redirect_to: link.redirect_to,
  }).toString();
  return url.href;
}

/**
 * The address in a mail. It leads to a page of ours whose button spends the link, with the secret in the fragment, which neither
 * link scanners nor logs see. A client on another origin has no such page: its link is spent by opening it.
 */
export function linkAddress(publicUrl: string, link: Link): string {
  const target = new URL(link.redirect_to);
  if (target.origin !== new URL(publicUrl).origin) return verifyAddress(publicUrl, link);
  const recovers = link.token_type === "recovery";
  const page = new URL(recovers ? "/reset-password" : "/auth/confirm", publicUrl);
  page.hash = new URLSearchParams({
    token_hash: link.secret,
    type: verifyTypeOf(link),
    ...(recovers ? {} : { next: target.pathname + target.search }),
  }).toString();
  return page.href;
}
