import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, waitOptions, testUser, storeSession, toasts, visit } from "../features/auth/test-backend.tsx";
import { AppHeader } from "./app-header.tsx";
import { RouteFocus } from "./route-focus.tsx";

// Preloads the menus, which are otherwise loaded by the first click.
await Promise.all([import("./settings-menu.tsx"), import("./side-menu.tsx")]);

const avatarRequests = () => calls.filter(({ to }) => to === "GET /rest/v1/profiles");
const avatarFile = `${testUser.id}-7.jpg`;
const profileWith = (avatar_url: string | null) => () => Response.json({ avatar_url });

const roleRequests = () => calls.filter(({ to }) => to === "GET /rest/v1/user_roles");

beforeEach(() => {
  answers.set("GET /rest/v1/profiles", profileWith(null));
  answers.set("GET /rest/v1/user_roles", () => Response.json([]));
});

function open(address = "/my-sermons") {
  const page = { path: "*", element: <AppHeader /> };
  return visit(address, [page]);
}
async function openSignedIn(address?: string) {
  storeSession();
  const router = open(address);
  await screen.findByRole("link", { name: "Your profile" });
  return router;
}
const main = () => within(screen.getByRole("navigation", { name: "Main" }));
const entries = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute("href")]);

test("visitors see links to the public pages, to sign-in and to the trial", async () => {
  open("/login");
  await screen.findByRole("link", { name: "Start Free Trial" });
  expect(entries(main().getAllByRole("link"))).toEqual([
    ["About", "/about"],
    ["Features", "/features"],
    ["Learn More – how it works", "/how-it-works"],
    ["Contact", "/contact"],
  ]);
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
  expect(screen.getByRole("link", { name: "Start Free Trial" }).getAttribute("href")).toBe("/sign-up");
  expect(screen.getByText("v1.0")).toBeDefined();
});

test("signed-in users see links to their two pages, the current one marked", async () => {
  await openSignedIn();
  expect(entries(main().getAllByRole("link"))).toEqual([
    ["Home", "/dashboard"],
    ["My Sermons", "/my-sermons"],
  ]);
  expect(
    main()
      .getAllByRole("link")
      .map((link) => link.getAttribute("aria-current")),
  ).toEqual([null, "page"]);
});

test("the settings menu links to the account pages and signs out", async () => {
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = await openSignedIn();
  fireEvent.click(screen.getByRole("button", { name: "Settings" }));
  const menu = within(await screen.findByRole("menu"));
  expect(entries(menu.getAllByRole("menuitem"))).toEqual([
    ["Profile", "/profile"],
    ["Billing", "/subscription-billing"],
    ["Security", "/security"],
    ["Help & Support", "/support"],
    ["Log Out", null],
  ]);
  fireEvent.click(menu.getByRole("menuitem", { name: "Log Out" }));
  await expect.poll(toasts, waitOptions).toEqual([["Signed out successfully"]]);
  expect(router.state.location.pathname).toBe("/login");
});

test("a visitor's side menu lists its links and closes after a click", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  expect(menu.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "About",
    "Features",
    "Learn More",
    "Contact",
    "Sign In",
    "Get Started",
  ]);
  expect(menu.getByRole("button", { name: "Light or dark" })).toBeDefined();
  fireEvent.click(menu.getByRole("link", { name: "Sign In" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
  expect(roleRequests()).toEqual([]);
});

test("a member's side menu has the pages, the settings, the theme and sign-out, and closes after a click", async () => {
  await openSignedIn();
  fireEvent.click(await screen.findByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("About"), waitOptions);
  const links = (name: string) => entries(within(menu.getByRole("navigation", { name })).getAllByRole("link"));
  expect(links("Menu")).toEqual([
    ["About", "/about"],
    ["Home", "/dashboard"],
    ["My Sermons", "/my-sermons"],
  ]);
  expect(links("Settings")).toEqual([
    ["Profile", "/profile"],
    ["Billing", "/subscription-billing"],
    ["Security", "/security"],
    ["Help & Support", "/support"],
  ]);
  expect(menu.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["", "Light or dark", "Sign Out"]);
  fireEvent.click(menu.getByRole("link", { name: "Home" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
});

test("both menus of an administrator link to the admin pages, and the role is asked for once, by the first of them", async () => {
  answers.set("GET /rest/v1/user_roles", () => Response.json([{ role: "admin" }]));
  await openSignedIn();
  expect(roleRequests()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Settings" }));
  const item = await screen.findByRole("menuitem", { name: "Administration" });
  expect(item.getAttribute("href")).toBe("/admin/dashboard");
  fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  expect(menu.getByRole("link", { name: "Administration" })).toBeDefined();
  expect(roleRequests()).toHaveLength(1);
});

test("an administrator whose role is remembered sees the link at once, and no more when it was taken away", async () => {
  localStorage.setItem("admin-pages", testUser.id);
  await openSignedIn();
  fireEvent.click(screen.getByRole("button", { name: "Settings" }));
  expect(await screen.findByRole("menuitem", { name: "Administration" })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Administration" })).toBeNull(), waitOptions);
  expect(localStorage.getItem("admin-pages")).toBeNull();
});

test("a member, and a member whose role can't be asked for, sees no link to the admin pages", async () => {
  answers.set("GET /rest/v1/user_roles", () => Response.json({ message: "no" }, { status: 500 }));
  await openSignedIn();
  fireEvent.click(screen.getByRole("button", { name: "Settings" }));
  await expect.poll(() => roleRequests().length, waitOptions).toBe(1);
  expect(screen.queryByRole("menuitem", { name: "Administration" })).toBeNull();
});

test.each([
  ["Settings", "Profile"],
  ["Open menu", "My Sermons"],
])("the menu %s leaves the focus on the heading of the page that it leads to", async (button, link) => {
  storeSession();
  const page = (heading: string) => (
    <>
      <AppHeader />
      <RouteFocus />
      <main id="content">
        <h1>{heading}</h1>
      </main>
    </>
  );
  visit("/dashboard", [
    { path: "/dashboard", element: page("Create Your Sermon") },
    { path: "*", element: page("The next page") },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: button }));
  const menu = within(await screen.findByRole(button === "Settings" ? "menu" : "dialog"));
  fireEvent.click(menu.getByText(link));
  await waitFor(() => {
    expect(screen.queryByRole("dialog") ?? screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement?.textContent).toBe("The next page");
  }, waitOptions);
  // Menus give the focus back in a task of their own.
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement?.textContent).toBe("The next page");
});

test("the profile picture is loaded from this server, even if its stored address names an old host", async () => {
  answers.set("GET /rest/v1/profiles", profileWith(`https://old.example/storage/v1/object/public/avatars/${avatarFile}`));
  await openSignedIn();
  await waitFor(() => {
    const picture = screen.getByRole("link", { name: "Your profile" }).querySelector("img");
    expect(picture?.getAttribute("src")).toBe(`${location.origin}/storage/v1/object/public/avatars/${avatarFile}`);
  }, waitOptions);
  const [request] = avatarRequests();
  expect([request?.query.get("select"), request?.query.get("id")]).toEqual(["avatar_url", `eq.${testUser.id}`]);
});

test("a picture that can't be shown is taken away, and the generic icon stays", async () => {
  answers.set("GET /rest/v1/profiles", profileWith(`https://old.example/storage/v1/object/public/avatars/${avatarFile}`));
  await openSignedIn();
  const profile = screen.getByRole("link", { name: "Your profile" });
  await waitFor(() => expect(profile.querySelector("img")).not.toBeNull(), waitOptions);
  fireEvent.error(profile.querySelector("img") ?? profile);
  expect(profile.querySelector("img")).toBeNull();
  expect(profile.querySelector("svg")).not.toBeNull();
});

test("when the picture's address can't be loaded in three attempts, the generic icon is shown", async () => {
  answers.set("GET /rest/v1/profiles", () => Response.json({ code: "XX000", message: "no" }, { status: 400 }));
  await openSignedIn();
  await expect.poll(() => avatarRequests().length, waitOptions).toBe(3);
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("online"));
  expect(screen.getByRole("link", { name: "Your profile" }).querySelector("svg")).not.toBeNull();
  expect(toasts()).toEqual([]);
  expect(avatarRequests()).toHaveLength(3);
});
