/**
 * Placeholder for the public address in built pages (canonical links, preview images). The server replaces it when it starts, since the
 * address is configured then. `.invalid` never resolves (RFC 2606).
 */
export const PUBLIC_URL_PLACEHOLDER = "https://public-url.invalid";

/** Path patterns of the app's pages; `web/routes.test.ts` compares them with the site map. Other paths that are no file get 404. */
export const APP_PAGES = [
  "/login",
  "/sign-up",
  "/signup",
  "/sign-up-complete",
  "/auth/confirm",
  "/reset-request",
  "/reset-password",
  "/affiliate/login",
  "/dashboard",
  "/my-sermons",
  "/recently-deleted",
  "/sermon/:id",
  "/sermon-playback",
  "/sermon-progress",
  "/profile",
  "/edit-profile",
  "/subscription-billing",
  "/security",
  "/support",
  "/sign-out",
  "/admin/dashboard",
  "/admin/reported-links",
  "/admin/batch-management",
  "/admin/payout-management",
  "/admin/analytics-dashboard",
  "/admin/user-management",
  "/admin-commission-configuration",
  "/admin/contact-submissions",
] as const;

/**
 * Screens with a form that are HTML before any script runs (docs/decisions/046-sign-in-before-scripts.md, and 077 for the dashboard). They
 * are among `APP_PAGES`.
 */
export const PRERENDERED_SCREENS = ["/login", "/sign-up", "/signup", "/reset-request", "/dashboard"] as const;

/** The HTML file of the app's shell, without a page in it, is served at each of `APP_PAGES` that has none of its own; the service worker keeps it from this one. */
export const SHELL_ADDRESS = "/my-sermons";

/** Shown by the service worker in place of a page that needs the network. No visitor is led here, and no search engine. */
export const OFFLINE_PAGE = "/offline";
