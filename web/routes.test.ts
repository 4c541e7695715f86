import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { APP_PAGES } from "../shared/site.ts";
import routes from "./routes.ts";
import { STATIC_PAGES } from "./static-pages.ts";

/** The site map as the router sees it; each route's id is its file. */
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

const filesAt = (address: string) => matchRoutes(siteMap, address)?.map(({ route }) => String(route.handle ?? route.id)) ?? [];
const GUARD = "routes/app/signed-in.tsx";
const ADMIN_GUARD = "routes/admin/layout.tsx";
const MARKETING = "routes/marketing/layout.tsx";

test("the pages that are prerendered are exactly the marketing pages", () => {
  const marketing = routes.find(({ file }) => file === MARKETING)?.children ?? [];
  expect(marketing.map(({ path }) => `/${path ?? ""}`)).toEqual([...STATIC_PAGES, "/404"]);
  for (const page of STATIC_PAGES) expect(filesAt(page)).toContain(MARKETING);
});

/** Every address of the app, as a pattern. */
function patterns(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children }) => [...(path ? [`/${path}`] : []), ...patterns(children ?? [])]);
}

test("the server knows every address of the app, and no other", () => {
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
  expect(filesAt(address)).not.toContain("routes/app/not-found.tsx");
  expect(filesAt(address)).not.toContain(GUARD);
});

test.each([
  "/dashboard",
  "/my-sermons",
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
  expect(filesAt(address)).toContain(GUARD);
});

test.each([
  "/admin/dashboard",
  "/admin/batch-management",
  "/admin/payout-management",
  "/admin/analytics-dashboard",
  "/admin/user-management",
  "/admin-commission-configuration",
])("%s is for administrators", (address) => {
  expect(filesAt(address)).toContain(ADMIN_GUARD);
});

test("any other address says that there is no such page", () => {
  expect(filesAt("/no/such/page")).toContain("routes/app/not-found.tsx");
});
