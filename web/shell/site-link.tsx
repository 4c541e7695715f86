import type { ComponentProps } from "react";
import { NavLink } from "react-router";
import { isStaticPage } from "../static-pages.ts";

type SiteLinkProps = Omit<ComponentProps<typeof NavLink>, "to" | "className"> & { to: string; className?: string };

/** A link that knows whether it leads to a plain HTML page (a new document) or into the app, and marks the current page. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  const isStatic = isStaticPage(to);
  // The prerenderer knows its pages by addresses with a slash at the end, which `end` would take for others.
  return <NavLink to={to} end={!isStatic || to === "/"} reloadDocument={isStatic} {...props} />;
}
