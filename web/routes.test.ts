import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { APP_PAGES, OFFLINE_PAGE, PRERENDERED_SCREENS } from "../shared/site.ts";
import routes from "./routes.ts";
import { STATIC_PAGES } from "./static-pages.ts";

/** Converts a route of routes.ts to one that matchRoutes accepts; its id or handle is the route's file. */
function toRouteObject({ index, path, file, children }: RouteConfigEntry): RouteObject {
  if (index) return { index: true, id: file };
  return {
    ...(path === undefined ? {} : { path }),
    id: crypto.randomUUID(),
    handle: file,
    children: children?.map(toRouteObject) ?? [],
  };
}
const siteMap = routes.map(toRouteObject);

const filesOf = (address: string) => matchRoutes(siteMap, address)?.map(({ route }) => String(route.handle ?? route.id)) ?? [];
const GUARD = "routes/app/signed-in.tsx";
const ADMIN_GUARD = "routes/admin/layout.tsx";
const MARKETING = "routes/marketing/layout.tsx";

test("exactly the marketing pages are prerendered", () => {
  const marketing = routes.find(({ file }) => file === MARKETING)?.children ?? [];
  expect(marketing.map(({ path }) => `/${path ?? ""}`)).toEqual([...STATIC_PAGES, "/404", OFFLINE_PAGE]);
  for (const page of STATIC_PAGES) expect(filesOf(page)).toContain(MARKETING);
});

test("the screens that are prerendered are pages of the app, and all but the dashboard are open to visitors", () => {
  for (const screen of PRERENDERED_SCREENS) expect(APP_PAGES).toContain(screen);
  expect(PRERENDERED_SCREENS.filter((screen) => filesOf(screen).includes(GUARD))).toEqual(["/dashboard"]);
});

/** The path patterns of all routes, such as "/sermon/:id". */
function patterns(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children }) => [...(path ? [`/${path}`] : []), ...patterns(children ?? [])]);
}

test("APP_PAGES lists every path of the app, and no other", () => {
  const app = routes.filter(({ file }) => file !== MARKETING);
  expect(patterns(app).toSorted()).toEqual([...APP_PAGES, "/*"].toSorted());
});

test.each([
  "/login",
  "/sign-up",
  "/signup",
  "/sign-up-complete",
  "/reset-request",
  "/reset-password",
  "/auth/confirm",
  "/affiliate/login",
])("%s is open to visitors", (address) => {
  expect(filesOf(address)).not.toContain("routes/app/not-found.tsx");
  expect(filesOf(address)).not.toContain(GUARD);
});

test.each([
  "/dashboard",
  "/my-sermons",
  "/recently-deleted",
  "/profile",
  "/edit-profile",
  "/subscription-billing",
  "/security",
  "/support",
  "/sermon/8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f",
  "/sermon/new",
  "/sermon-playback",
  "/sermon-progress",
])("%s is for people who are signed in", (address) => {
  expect(filesOf(address)).toContain(GUARD);
});

test.each([
  "/admin/dashboard",
  "/admin/batch-management",
  "/admin/payout-management",
  "/admin/analytics-dashboard",
  "/admin/user-management",
  "/admin-commission-configuration",
])("%s is for administrators", (address) => {
  expect(filesOf(address)).toContain(ADMIN_GUARD);
});

test("an unknown path shows the not-found page", () => {
  expect(filesOf("/no/such/page")).toContain("routes/app/not-found.tsx");
});
