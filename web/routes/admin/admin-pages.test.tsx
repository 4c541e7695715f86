import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, waitOptions, storeSession, visit } from "../../features/auth/test-backend.tsx";
import AffiliateLogin from "../app/affiliate-login.tsx";
import { ADMIN_PAGES } from "./admin-pages.ts";
import AnalyticsDashboard from "./analytics-dashboard.tsx";
import BatchManagement from "./batch-management.tsx";
import CommissionConfiguration from "./commission-configuration.tsx";
import AdminDashboard from "./dashboard.tsx";
import AdminLayout from "./layout.tsx";
import PayoutManagement from "./payout-management.tsx";
import ReportedLinks from "./reported-links.tsx";
import UserManagement from "./user-management.tsx";

const PAGES: Record<string, ComponentType> = {
  "/admin/dashboard": AdminDashboard,
  "/admin/reported-links": ReportedLinks,
  "/admin/batch-management": BatchManagement,
  "/admin/payout-management": PayoutManagement,
  "/admin/analytics-dashboard": AnalyticsDashboard,
  "/admin/user-management": UserManagement,
  "/admin-commission-configuration": CommissionConfiguration,
};

let counts: Record<string, number>;
let oldestNew: string[];

beforeEach(() => {
  counts = { new: 3, responded: 1_200, resolved: 0 };
  oldestNew = ["2026-11-03T08:05:00"];
  storeSession();
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json(true));
  answers.set("POST /functions/v1/list-link-reports", () => Response.json({ reports: [] }));
  answers.set("HEAD /rest/v1/contact_submissions", ({ query }) => {
    const status = query.get("status")?.slice("eq.".length) ?? "";
    return new Response(null, { headers: { "content-range": `*/${counts[status] ?? 0}` } });
  });
  answers.set("GET /rest/v1/contact_submissions", () => Response.json(oldestNew.map((created_at) => ({ created_at }))));
});

const open = (path: string) =>
  visit(path, [
    {
      element: <AdminLayout />,
      children: Object.entries(PAGES).map(([address, Page]) => ({ path: address, element: <Page /> })),
    },
    { path: "/admin/contact-submissions", element: "The messages" },
    { path: "/affiliate/login", element: <AffiliateLogin /> },
  ]);

test.for(Object.keys(PAGES))("%s has a heading and a navigation with all admin pages", async (path) => {
  open(path);
  await screen.findByRole("heading", { level: 1 });
  for (const nav of screen.getAllByRole("navigation", { name: "Admin" })) {
    const links = within(nav).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(ADMIN_PAGES.map(({ to }) => to));
    expect(links.filter((link) => link.getAttribute("aria-current") === "page").map((link) => link.getAttribute("href"))).toEqual(
      [path],
    );
  }
});

test("the dashboard shows the number of messages by status, linked to the lists", async () => {
  const router = open("/admin/dashboard");
  const link = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await link("3 New")).toBe("/admin/contact-submissions?status=new");
  expect(await link("1,200 Responded")).toBe("/admin/contact-submissions?status=responded");
  expect(await link("0 Resolved")).toBe("/admin/contact-submissions?status=resolved");
  expect(await screen.findByText(/^The first of the new messages came on November 3, 2026 8:05 AM\./)).toBeDefined();
  fireEvent.click(screen.getByRole("link", { name: "3 New" }));
  await screen.findByText("The messages");
  expect(router.state.location.search).toBe("?status=new");
});

test("the dashboard says when no message waits for an answer", async () => {
  counts = {};
  oldestNew = [];
  open("/admin/dashboard");
  expect(await screen.findByText("Nobody waits for an answer.")).toBeDefined();
});

test("the dashboard makes no queries other than for the role and the messages", async () => {
  open("/admin/dashboard");
  await screen.findByRole("link", { name: "3 New" });
  expect(new Set(calls.map(({ to }) => to.split("/").at(-1)))).toEqual(new Set(["has_role", "contact_submissions"]));
});

test("counts that can't be loaded show an error with a retry button", async () => {
  answers.set("GET /rest/v1/contact_submissions", () =>
    Response.json({ code: "42501", message: "no", details: null, hint: null }, { status: 403 }),
  );
  open("/admin/dashboard");
  await screen.findByText("The messages could not be counted.");
  answers.set("GET /rest/v1/contact_submissions", () => Response.json([]));
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("link", { name: "3 New" })).toBeDefined();
});

test("the analytics page has three tabs and links to the dashboard and the commission rules", async () => {
  open("/admin/analytics-dashboard");
  for (const title of ["User Growth", "Revenue", "Engagement"])
    expect(await screen.findByRole("heading", { level: 2, name: title })).toBeDefined();
  expect(screen.getByRole("tab", { name: "Main Dashboard" }).getAttribute("aria-selected")).toBe("true");
  expect(screen.getByRole("link", { name: "Back to Admin" }).getAttribute("href")).toBe("/admin/dashboard");
  // In the side navigation, in the one for small screens, and on the page itself.
  const rules = screen.getAllByRole("link", { name: "Commission Rules" });
  expect(rules.map((link) => link.getAttribute("href"))).toEqual(Array(3).fill("/admin-commission-configuration"));
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Comparative" }));
  await waitFor(() => expect(screen.getByRole("tabpanel").textContent).toMatch(/^Two periods/), waitOptions);
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Forecasting" }));
  await waitFor(() => expect(screen.getByRole("tabpanel").textContent).toMatch(/^What the coming months/), waitOptions);
});

test("the navigation on small screens closes after each click", async () => {
  open("/admin/user-management");
  await screen.findByRole("heading", { level: 1, name: "User Management" });
  const menu = screen.getByRole<HTMLDetailsElement>("group");
  menu.open = true;
  fireEvent.click(within(menu).getByRole("link", { name: "Payout Management" }));
  await screen.findByRole("heading", { level: 1, name: "Payout Management" });
  expect(screen.getByRole<HTMLDetailsElement>("group").open).toBe(false);
});

test("the affiliate login links to the usual login and to the contact page", async () => {
  open("/affiliate/login");
  expect((await screen.findByRole("link", { name: "Sign in to your account" })).getAttribute("href")).toBe("/login");
  expect(screen.getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe("/contact");
});
