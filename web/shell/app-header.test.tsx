import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, patient, ruth, storeSession, toasts, visit } from "../features/auth/test-backend.tsx";
import { AppHeader } from "./app-header.tsx";

// What is fetched with the first click is here already.
await Promise.all([import("./settings-menu.tsx"), import("./side-menu.tsx")]);

const avatarRequests = () => calls.filter(({ to }) => to === "GET /rest/v1/profiles");
const face = `${ruth.id}-7.jpg`;
const stored = (avatar_url: string | null) => () => Response.json({ avatar_url });

beforeEach(() => answers.set("GET /rest/v1/profiles", stored(null)));

function open(address = "/my-sermons") {
  const page = { path: "*", element: <AppHeader /> };
  return visit(address, [page]);
}
async function openAsMember(address?: string) {
  storeSession();
  const router = open(address);
  await screen.findByRole("link", { name: "Your profile" });
  return router;
}
const main = () => within(screen.getByRole("navigation", { name: "Main" }));
const entries = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute("href")]);

test("visitors find the public pages, sign in and the trial", async () => {
  open("/login");
  await screen.findByRole("link", { name: "Start Free Trial" });
  expect(entries(main().getAllByRole("link"))).toEqual([
    ["About", "/about"],
    ["Features", "/features"],
    ["Learn More", "/how-it-works"],
    ["Contact", "/contact"],
  ]);
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
  expect(screen.getByRole("link", { name: "Start Free Trial" }).getAttribute("href")).toBe("/sign-up");
  expect(screen.getByText("v1.0")).toBeDefined();
});

test("members find their two pages, and see on which they are", async () => {
  await openAsMember();
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

test("the settings menu leads to everything about the account, and out", async () => {
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = await openAsMember();
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
  await expect.poll(toasts, patient).toEqual([["Signed out successfully"]]);
  expect(router.state.location.pathname).toBe("/login");
});

test.each([
  [false, ["About", "Features", "Learn More", "Contact", "Sign In", "Get Started"]],
  [true, ["About", "Home", "My Sermons", "Sign Out"]],
])("the side menu has its lines, and closes on the way (member: %s)", async (member, lines) => {
  if (member) await openAsMember();
  else open();
  fireEvent.click(await screen.findByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  expect([...menu.getByRole("navigation").children].map(({ textContent }) => textContent)).toEqual(lines);
  fireEvent.click(menu.getByRole("link", { name: member ? "Home" : "Sign In" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patient);
});

test("a member's picture is shown from this installation's storage", async () => {
  answers.set("GET /rest/v1/profiles", stored(`https://old.example/storage/v1/object/public/avatars/${face}`));
  await openAsMember();
  await waitFor(() => {
    const picture = screen.getByRole("link", { name: "Your profile" }).querySelector("img");
    expect(picture?.getAttribute("src")).toBe(`${location.origin}/storage/v1/object/public/avatars/${face}`);
  }, patient);
  const [asked] = avatarRequests();
  expect([asked?.query.get("select"), asked?.query.get("id")]).toEqual(["avatar_url", `eq.${ruth.id}`]);
});

test("a picture that can't be asked for is tried three times, and the generic icon stands", async () => {
  answers.set("GET /rest/v1/profiles", () => Response.json({ code: "XX000", message: "no" }, { status: 400 }));
  await openAsMember();
  await expect.poll(() => avatarRequests().length, patient).toBe(3);
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("online"));
  expect(screen.getByRole("link", { name: "Your profile" }).querySelector("svg")).not.toBeNull();
  expect(toasts()).toEqual([]);
  expect(avatarRequests()).toHaveLength(3);
});
