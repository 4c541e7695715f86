import type { LinkRow } from "./mailed-link.ts";

/**
 * The address in a mail. It leads to a page of ours whose button spends the link, with the secret in the fragment, which neither
 * link scanners nor logs see. A client on another origin has no such page: its link is spent by opening it.
 */
export function linkAddress(publicUrl: string, link: Pick<LinkRow, "token_type" | "redirect_to"> & { secret: string }): string {
  const target = new URL(link.redirect_to);
  if (target.origin !== new URL(publicUrl).origin) {
    const url = new URL("/auth/v1/verify", publicUrl);
    url.search = new URLSearchParams({ token: link.secret, type: link.token_type, redirect_to: link.redirect_to }).toString();
    return url.href;
  }
  const recovers = link.token_type === "recovery";
  const page = new URL(recovers ? "/reset-password" : "/auth/confirm", publicUrl);
  page.hash = new URLSearchParams({
    token_hash: link.secret,
    type: link.token_type,
    ...(recovers ? {} : { next: target.pathname + target.search }),
  }).toString();
  return page.href;
}
