import type { ComponentProps } from "react";
import { NavLink } from "react-router";
import { PRERENDERED_SCREENS } from "../../shared/site.ts";
import { isStaticPage } from "../static-pages.ts";

type SiteLinkProps = Omit<ComponentProps<typeof NavLink>, "to" | "className"> & { to: string; className?: string };

/** Link within the site. Loads a new document for plain HTML pages, navigates in the app otherwise, and marks the current page. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  const isStatic = isStaticPage(to);
  // The prerenderer's addresses end with a slash, which `end` would not match.
  const isPrerendered = isStatic || PRERENDERED_SCREENS.some((screen) => screen === to);
  return <NavLink to={to} end={!isPrerendered || to === "/"} reloadDocument={isStatic} {...props} />;
}
