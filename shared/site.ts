/**
 * Stands in built pages where the public address belongs, which is known only when the program starts (canonical links, pictures for
 * previews). The server replaces it. `.invalid` never resolves (RFC 2606).
 */
export const PUBLIC_URL_PLACEHOLDER = "https://public-url.invalid";

/** Addresses of the app, as patterns; `web/routes.test.ts` holds them against the site map. Any other that is no file is answered 404. */
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
  "/admin/batch-management",
  "/admin/payout-management",
  "/admin/analytics-dashboard",
  "/admin/user-management",
  "/admin-commission-configuration",
  "/admin/contact-submissions",
] as const;
