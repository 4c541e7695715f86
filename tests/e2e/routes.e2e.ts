import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "@playwright/test";
import { BRAND } from "../../shared/brand.ts";
import routes from "../../web/routes.ts";
import { signInAsAdmin } from "./admin-fixture.ts";
import { createAccount, signIn } from "./auth-fixture.ts";
import { subscriber } from "./billing-fixture.ts";
import { expect, test } from "./fixtures.ts";

// Every route of web/routes.ts opens its screen, with its heading and title and without an error in the console (fixtures.ts watches
// for those), and sends on whoever it is not for. What the screens do is walked in the other files.

interface Screen {
  /** As in web/routes.ts, with a slash before it. */
  route: string;
  heading: string;
  title: string;
  /** The address to open, where the route is a pattern. */
  at?: string;
  open?: (page: Page, address: string) => Promise<unknown>;
}

const screen = (route: string, heading: string, title = heading, more: Partial<Screen> = {}): Screen => ({
  route,
  heading,
  title,
  ...more,
});

/** A sermon reaches its screen in the state of the navigation, which the router finds again after a reload. */
async function openWithSermon(page: Page, address: string): Promise<void> {
  // A page without React, which would otherwise be at work on the address that is replaced.
  await page.goto("/about");
  const sermon = { content: "# The Open Door\n\nCome in.", audio_url: null, image_url: null };
  await page.evaluate(([to, usr]) => history.replaceState({ usr, key: "kept" }, "", to), [address, sermon] as const);
  await page.reload();
}

/** The server answers unknown paths itself, so the app's not-found page is reached only by navigation within the app. */
async function openFromWithin(page: Page, address: string): Promise<void> {
  await page.goto("/reset-request");
  // It answers once the app runs; before, a change of the address would find other HTML than the app draws.
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveAttribute("aria-invalid", "true");
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

const MARKETING = [
  screen("/", "Uplifting AI Sermons"),
  screen("/about", `About ${BRAND.product}`, "About"),
  screen("/features", "Features"),
  screen("/how-it-works", "Free for 3 days, then $14.99/month", "How It Works"),
  screen("/faqs", "Frequently asked questions", "FAQ"),
  screen("/contact", "Contact"),
  screen("/free-trial", "One plan, 3 days to try it", "Pricing"),
  screen("/terms", "Terms of Service", "Terms"),
  screen("/privacy", "Privacy"),
  screen("/404", "This page does not exist", "Page not found"),
];
/** Seen only without a network (poor-network.e2e.ts). */
const STANDS_IN = screen("/offline", "You are offline");
const FOR_EVERYONE = [
  screen("/auth/confirm", "Confirm your address"),
  screen("/reset-request", "Forgot your password?"),
  screen("/reset-password", "Choose a new password"),
  screen("/affiliate/login", "Partner sign-in"),
  screen("/*", "This page does not exist", "Page not found", { at: "/no-such-page", open: openFromWithin }),
];
const FOR_VISITORS = [
  screen("/login", "Welcome Back"),
  screen("/sign-up", "Begin Your Journey"),
  screen("/signup", "Begin Your Journey"),
  screen("/sign-up-complete", "Nothing to complete here", "Completing your sign-up"),
];
const FOR_MEMBERS = [
  screen("/dashboard", "Create Your Sermon"),
  screen("/my-sermons", "My Sermons"),
  screen("/recently-deleted", "Recently deleted"),
  screen("/sermon/:id", "The Open Door", "Sermon", { at: "/sermon/new", open: openWithSermon }),
  screen("/sermon-playback", "The Open Door", "Sermon", { open: openWithSermon }),
  screen("/sermon-progress", "How a sermon is made"),
  screen("/profile", "Test Person", "Profile"),
  screen("/edit-profile", "Edit Profile"),
  screen("/subscription-billing", "Subscription & Billing"),
  screen("/security", "Security"),
  screen("/support", "Help & Support"),
  screen("/sign-out", "Sign out?", "Sign out"),
];
const FOR_ADMINS = [
  screen("/admin/dashboard", "Admin"),
  screen("/admin/reported-links", "Reported Links"),
  screen("/admin/batch-management", "Commission Batch Management"),
  screen("/admin/payout-management", "Payout Management"),
  screen("/admin/analytics-dashboard", "Analytics Dashboard"),
  screen("/admin/user-management", "User Management"),
  screen("/admin-commission-configuration", "Commission Rules"),
];
/** Redirects users without the role to the dashboard, instead of showing Access Denied. */
const MESSAGES = screen("/admin/contact-submissions", "Contact Submissions");

const addressOf = ({ route, at = route }: Screen): string => at;

async function expectScreen(page: Page, { heading, title }: Screen, path: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
  await expect(page, path).toHaveTitle(`${title} – ${BRAND.product}`);
  expect(new URL(page.url()).pathname).toBe(path);
}

async function expectScreens(page: Page, screens: Screen[]): Promise<void> {
  for (const each of screens)
    await test.step(each.route, async () => {
      const address = addressOf(each);
      await (each.open ? each.open(page, address) : page.goto(address));
      await expectScreen(page, each, address);
    });
}

async function expectSentTo(page: Page, path: string, screens: Screen[]): Promise<void> {
  for (const each of screens)
    await test.step(each.route, async () => {
      await page.goto(addressOf(each));
      await expect(page, each.route).toHaveURL((url) => url.pathname === path);
    });
}

function pathsOf(entries: RouteConfigEntry[], under = ""): string[] {
  return entries.flatMap(({ path, children, index }) => {
    const here = path === undefined ? under : `${under}/${path}`;
    return children ? pathsOf(children, here) : path !== undefined || index ? [here || "/"] : [];
  });
}

test("the lists above contain every route", () => {
  const known = [...MARKETING, STANDS_IN, ...FOR_EVERYONE, ...FOR_VISITORS, ...FOR_MEMBERS, ...FOR_ADMINS, MESSAGES];
  expect(known.map(({ route }) => route).toSorted()).toEqual(pathsOf(routes).toSorted());
});

test("visitors see the public screens", async ({ page, expectedErrors }) => {
  // The page for unknown addresses is answered with that status, also at its own.
  expectedErrors.push(/status of 404 .*\/404\)$/);
  await expectScreens(page, [...MARKETING, ...FOR_EVERYONE, ...FOR_VISITORS]);
  await expectSentTo(page, "/", [STANDS_IN]);
});

test("visitors are redirected from all other screens to sign in", async ({ page }) => {
  await expectSentTo(page, "/login", [...FOR_MEMBERS, ...FOR_ADMINS, MESSAGES]);
  await expectScreen(page, screen("/login", "Welcome Back"), "/login");
});

test("a subscriber sees the signed-in screens and is redirected from those for visitors", async ({ page, app, context }) => {
  await subscriber(app, context, "routes");
  await expectScreens(page, [...FOR_EVERYONE, ...FOR_MEMBERS]);
  await expectSentTo(page, "/dashboard", [...FOR_VISITORS, ...MARKETING.filter(({ route }) => route === "/")]);
});

test("a subscriber sees Access Denied on the admin screens", async ({ page, app, context }) => {
  await subscriber(app, context, "refused");
  await expectScreens(
    page,
    FOR_ADMINS.map((each) => ({ ...each, heading: "Access Denied" })),
  );
  await expectSentTo(page, "/dashboard", [MESSAGES]);
});

test("an administrator sees the admin screens", async ({ page, app }) => {
  await signInAsAdmin(page, app);
  await expectScreens(page, [...FOR_ADMINS, MESSAGES]);
});

test("the sermon screen without a sermon shows a message and opens the dashboard", async ({ page, app }) => {
  await signIn(page, await createAccount(app, "reader"));
  for (const path of ["/sermon/new", "/sermon-playback"]) {
    await page.goto(path);
    await expect(page.getByText("Missing Content").first()).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});
