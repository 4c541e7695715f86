/** A screen of the spec, and the heading that says it is there. */
export interface SpecRoute {
  section: string;
  path: string;
  /** Matches the whole path. */
  at: RegExp;
  /** Matches the page's first-level heading. */
  heading: RegExp;
}

const id = "[0-9a-f-]{36}";
const PUBLIC = "2 Public routes";
const MEMBERS = "2 Signed-in routes";
const ADMINS = "2 Admin routes";

const screens: [section: string, path: string, heading: RegExp][] = [
  [PUBLIC, "/", /^Uplifting AI Sermons$/],
  [PUBLIC, "/about", /^About /],
  [PUBLIC, "/features", /\w/],
  [PUBLIC, "/how-it-works", /free.*\$14\.99\/month/i],
  [PUBLIC, "/faqs", /questions/i],
  [PUBLIC, "/contact", /\w/],
  [PUBLIC, "/free-trial", /\w/],
  [PUBLIC, "/terms", /^Terms/],
  [PUBLIC, "/privacy", /^Privacy/],
  [PUBLIC, "/login", /^Welcome Back$/],
  [PUBLIC, "/sign-up", /^Begin Your Journey$/],
  [PUBLIC, "/signup", /^Begin Your Journey$/],
  [PUBLIC, "/sign-up-complete", /\w/],
  [PUBLIC, "/reset-request", /\w/],
  [PUBLIC, "/reset-password", /\w/],
  [MEMBERS, "/dashboard", /^Create Your Sermon$/],
  [MEMBERS, "/my-sermons", /^My Sermons$/],
  [MEMBERS, "/profile", /\w/],
  [MEMBERS, "/edit-profile", /^Edit profile$/i],
  [MEMBERS, "/subscription-billing", /^Subscription & Billing$/],
  [MEMBERS, "/security", /^Security$/],
  [MEMBERS, "/support", /Support/],
  [MEMBERS, "/sermon/{id}", /\w/],
  [MEMBERS, "/sermon/new", /\w/],
  [MEMBERS, "/sermon-playback", /\w/],
  [MEMBERS, "/sermon-progress", /\w/],
  [ADMINS, "/admin/batch-management", /^Commission Batch Management$/],
  [ADMINS, "/admin/payout-management", /^Payout Management$/],
  [ADMINS, "/admin/analytics-dashboard", /^Analytics Dashboard$/],
  [ADMINS, "/admin/user-management", /^User Management$/],
  [ADMINS, "/admin/contact-submissions", /^Contact Submissions$/],
  [ADMINS, "/admin/dashboard", /\w/],
  [ADMINS, "/admin-commission-configuration", /\w/],
  [ADMINS, "/affiliate/login", /\w/],
];

export const ROUTES: SpecRoute[] = screens.map(([section, path, heading]) => ({
  section,
  path,
  heading,
  at: new RegExp(`^${path.replace("{id}", id)}$`),
}));
