import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The site map (docs/product.md#routes). */
export default [
  // HTML files without React; the list of addresses is repeated in static-pages.ts for the prerenderer.
  layout("routes/marketing/layout.tsx", [
    index("routes/marketing/home.tsx"),
    route("about", "routes/marketing/about.tsx"),
    route("features", "routes/marketing/features.tsx"),
    route("how-it-works", "routes/marketing/how-it-works.tsx"),
    route("faqs", "routes/marketing/faqs.tsx"),
    route("contact", "routes/marketing/contact.tsx"),
    route("free-trial", "routes/marketing/free-trial.tsx"),
    route("terms", "routes/marketing/terms.tsx"),
    route("privacy", "routes/marketing/privacy.tsx"),
    route("404", "routes/marketing/not-found.tsx"), // sent by the server for unknown addresses
    route("offline", "routes/marketing/offline.tsx"), // shown by the service worker in place of a page that needs the network
  ]),

  layout("routes/app/layout.tsx", [
    // For visitors; signed-in people are redirected.
    layout("routes/app/signed-out.tsx", [
      route("login", "routes/app/login.tsx"),
      route("sign-up", "routes/app/sign-up.tsx"),
      route("signup", "routes/app/sign-up.tsx", { id: "signup" }),
      route("sign-up-complete", "routes/app/sign-up-complete.tsx"),
    ]),
    route("auth/confirm", "routes/app/auth-confirm.tsx"),
    route("reset-request", "routes/app/reset-request.tsx"),
    route("reset-password", "routes/app/reset-password.tsx"),
    route("affiliate/login", "routes/app/affiliate-login.tsx"),

    // For people with an account.
    layout("routes/app/signed-in.tsx", [
      route("dashboard", "routes/app/dashboard.tsx"),
      route("my-sermons", "routes/app/my-sermons.tsx"),
      route("recently-deleted", "routes/app/recently-deleted.tsx"),
      route("sermon/:id", "routes/app/sermon.tsx"), // also /sermon/new
      route("sermon-playback", "routes/app/sermon.tsx", { id: "sermon-playback" }),
      route("sermon-progress", "routes/app/sermon-progress.tsx"),
      route("profile", "routes/app/profile.tsx"),
      route("edit-profile", "routes/app/edit-profile.tsx"),
      route("subscription-billing", "routes/app/subscription-billing.tsx"),
      route("security", "routes/app/security.tsx"),
      route("support", "routes/app/support.tsx"),
      route("sign-out", "routes/app/sign-out.tsx"), // target of Log Out on pages without React
    ]),

    // For administrators.
    layout("routes/admin/layout.tsx", [
      route("admin/dashboard", "routes/admin/dashboard.tsx"),
      route("admin/reported-links", "routes/admin/reported-links.tsx"),
      route("admin/batch-management", "routes/admin/batch-management.tsx"),
      route("admin/payout-management", "routes/admin/payout-management.tsx"),
      route("admin/analytics-dashboard", "routes/admin/analytics-dashboard.tsx"),
      route("admin/user-management", "routes/admin/user-management.tsx"),
      route("admin-commission-configuration", "routes/admin/commission-configuration.tsx"),
    ]),

    route("admin/contact-submissions", "routes/admin/contact-submissions.tsx"), // has its own guard: it redirects instead of showing a refusal

    route("*", "routes/app/not-found.tsx"),
  ]),
] satisfies RouteConfig;
