import type { ComponentProps } from "react";
import { NavLink } from "react-router";
import { isStaticPage } from "../static-pages.ts";

type SiteLinkProps = Omit<ComponentProps<typeof NavLink>, "to" | "className"> & { to: string; className?: string };

/** Link within the site. Loads a new document for plain HTML pages, navigates in the app otherwise, and marks the current page. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  const isStatic = isStaticPage(to);
  // The prerenderer's addresses end with a slash, which `end` would not match.
  return <NavLink to={to} end={!isStatic || to === "/"} reloadDocument={isStatic} {...props} />;
}
