import type { TokenRow } from "./mailed-token.ts";

type Link = Pick<TokenRow, "token_type" | "redirect_to"> & { secret: string };

/** The `type` parameter of /verify for this link. */
const verifyTypeOf = ({ token_type: type }: Link): string => (type.startsWith("email_change") ? "email_change" : type);

/** URL of GET /verify, which redeems the link as soon as it is opened (docs/dialect.md#one-time-codes-and-links). */
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
 * URL for a mail: a page of the app whose button redeems the link. The secret is in the fragment, so link scanners can't redeem it and logs
 * don't show it. A target on another origin has no such page and gets `verifyAddress`.
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
