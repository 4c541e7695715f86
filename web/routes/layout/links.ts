import { CircleHelp, CreditCard, ShieldCheck, User, type LucideIcon } from "lucide-react";

/** Where the header, the side menu and the footer lead (spec section 2, Navigation). */
export interface PlaceLink {
  to: string;
  label: string;
}

const about = { to: "/about", label: "About" };
const features = { to: "/features", label: "Features" };
const learnMore = { to: "/how-it-works", label: "Learn More" };
const contact = { to: "/contact", label: "Contact" };
const home = { to: "/dashboard", label: "Home" };
const mySermons = { to: "/my-sermons", label: "My Sermons" };

export const visitorNav: PlaceLink[] = [about, features, learnMore, contact];
export const memberNav: PlaceLink[] = [home, mySermons];
export const visitorMenu: PlaceLink[] = [...visitorNav, { to: "/login", label: "Sign In" }];
export const memberMenu: PlaceLink[] = [about, home, mySermons];

export const settings: (PlaceLink & { icon: LucideIcon })[] = [
  { to: "/profile", label: "Profile", icon: User },
  { to: "/subscription-billing", label: "Billing", icon: CreditCard },
  { to: "/security", label: "Security", icon: ShieldCheck },
  { to: "/support", label: "Help & Support", icon: CircleHelp },
];

export const quickLinks: PlaceLink[] = [about, features, { to: "/free-trial", label: "Pricing" }, contact];
export const legalLinks: PlaceLink[] = [
  { to: "/terms", label: "Terms" },
  { to: "/privacy", label: "Privacy" },
];
