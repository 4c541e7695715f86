import { z } from "zod";
import type { Auth } from "./options.ts";

// Any scheme; for http(s) a host name with at most a leading `*.`, since `https://**` would allow every site.
const TARGET = /^(?:https?:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::(?:\d+|\*))?\/|(?!https?:)[a-z][a-z0-9+.-]*:\/\/)/;

/** The operator's list of further redirect targets. */
export const redirectTargets = z.array(
  z.string().regex(TARGET, "must be addresses such as https://app.example.org/**, whose host ends in a name"),
);

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const SCRIPTING = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:", "view-source:"]);
const isAddress = (hostname: string): boolean => hostname.startsWith("[") || /^[\d.]+$/.test(hostname);

function globToRegExp(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    return part === "?" ? "[^./]" : part.replaceAll(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "s");
}

/**
 * The normalised target if it is allowed, else null: the site itself (any port on loopback) or a listed pattern
 * (docs/dialect.md#redirects-and-pkce). Redirect to the returned URL, not to the given text, which a browser could parse differently.
 */
export function allowedRedirect(auth: Pick<Auth, "publicUrl" | "redirectAllowList">, target: string): string | null {
  const url = URL.parse(target);
  if (!url || SCRIPTING.has(url.protocol) || url.username || url.password) return null;
  const site = new URL(auth.publicUrl);
  if (url.protocol === "http:" || url.protocol === "https:") {
    const isLoopback = LOOPBACK.has(url.hostname);
    if (isAddress(url.hostname) && !isLoopback && url.hostname !== site.hostname) return null;
    const samePort = url.port === site.port || isLoopback;
    if (url.protocol === site.protocol && url.hostname === site.hostname && samePort) return url.href;
  }
  const bare = new URL(url);
  bare.hash = "";
  return auth.redirectAllowList.some((glob) => globToRegExp(glob).test(bare.href)) ? url.href : null;
}

/** The final target of a mailed link: the requested one if it is allowed, else the site. */
export function resolveRedirect(
  auth: Pick<Auth, "publicUrl" | "redirectAllowList">,
  request: { headers: { redirect_to?: unknown; referer?: unknown }; query: unknown },
): string {
  const query = request.query as { redirect_to?: unknown };
  const asked = [request.headers.redirect_to, query.redirect_to, request.headers.referer].find(
    (value) => typeof value === "string" && value,
  );
  return (typeof asked === "string" && allowedRedirect(auth, asked)) || new URL(auth.publicUrl).href;
}
