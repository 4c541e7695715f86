import { APP_PAGES } from "../../shared/site.ts";

/** The `{mode, method, url}` of a request. */
type Asked = Pick<Request, "mode" | "method" | "url">;

/**
 * What the worker does with a request. "app-page": a navigation to a page of the app, for which the kept shell stands in. "other-page": any
 * other navigation, for which the offline page stands in. "build-file": a file of the build, kept under its hashed name. null: nothing. The
 * browser then asks the network as if there were no worker, and no answer is kept: the API, auth, storage, `/config.json`, recordings.
 */
export type KindOfRequest = "app-page" | "other-page" | "build-file" | null;

/** Path prefixes that are never pages, also if a link opens them: the API, and what streams files. */
const FOR_PROGRAMS =
  /^\/(?:(?:auth|rest|storage|functions|realtime)\/v\d|audio-cors-proxy|growing-recording|podcast|webhooks|config\.json|scripture)(?:\/|$)/;

/** `/sermon/:id` as an expression. */
const isAppPage = new RegExp(`^(?:${APP_PAGES.map((page) => page.replace(/:\w+/g, "[^/]+")).join("|")})/?$`);

export function kindOfRequest({ mode, method, url }: Asked, ownOrigin: string): KindOfRequest {
  const { origin, pathname } = new URL(url);
  if (origin !== ownOrigin || method !== "GET" || FOR_PROGRAMS.test(pathname)) return null;
  if (mode === "navigate") return isAppPage.test(pathname) ? "app-page" : "other-page";
  return pathname.startsWith("/assets/") ? "build-file" : null;
}
