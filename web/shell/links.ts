/** A link of the header, side menu or footer (docs/product.md#navigation). */
export interface NavItem {
  to: string;
  label: string;
  /** Hidden text after a label such as "Learn More", for screen readers that list links, and for search engines. */
  hint?: string;
}

const about = { to: "/about", label: "About" };
const features = { to: "/features", label: "Features" };
const learnMore = { to: "/how-it-works", label: "Learn More", hint: "– how it works" };
const contact = { to: "/contact", label: "Contact" };
const home = { to: "/dashboard", label: "Home" };
const mySermons = { to: "/my-sermons", label: "My Sermons" };

export const visitorNav: NavItem[] = [about, features, learnMore, contact];
export const memberNav: NavItem[] = [home, mySermons];
export const visitorMenu: NavItem[] = [...visitorNav, { to: "/login", label: "Sign In" }];
export const memberMenu: NavItem[] = [about, home, mySermons];

export const quickLinks: NavItem[] = [about, features, { to: "/free-trial", label: "Pricing" }, contact];
export const legalLinks: NavItem[] = [
  { to: "/terms", label: "Terms" },
  { to: "/privacy", label: "Privacy" },
];
export const connectLinks: NavItem[] = [
  { to: "/contact", label: "Write to us" },
  { to: "/faqs", label: "Questions and answers" },
];
