/** The admin pages and their purpose, for navigation. */
export const ADMIN_PAGES = [
  { to: "/admin/dashboard", label: "Admin", purpose: "" },
  {
    to: "/admin/contact-submissions",
    label: "Contact Submissions",
    purpose: "Read what people write to us, keep notes, and answer by email.",
  },
  {
    to: "/admin/reported-links",
    label: "Reported Links",
    purpose: "What visitors say of sermons that were given away by a link.",
  },
  { to: "/admin/analytics-dashboard", label: "Analytics Dashboard", purpose: "Growth, revenue and engagement. In preparation." },
  { to: "/admin/user-management", label: "User Management", purpose: "Accounts and administrators. In preparation." },
  {
    to: "/admin/batch-management",
    label: "Commission Batch Management",
    purpose: "Releasing commissions together. Waits for a partner program.",
  },
  { to: "/admin/payout-management", label: "Payout Management", purpose: "Paying partners. Waits for a partner program." },
  {
    to: "/admin-commission-configuration",
    label: "Commission Rules",
    purpose: "What partners earn. Waits for a partner program.",
  },
] as const;
