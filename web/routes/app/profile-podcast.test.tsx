import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PODCAST } from "../../../shared/messages/podcast.ts";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { subscriber } from "../../features/billing/test-plans.ts";
import Profile from "./profile.tsx";

const ADDRESS = "https://lampstand.example/podcast/secret/feed.xml";
let feed: { created_at: string } | null = null;

beforeEach(() => {
  storeSession();
  feed = null;
  const profile = { full_name: "Ruth", avatar_url: null, bible_translation: "WEB" };
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/profiles", () => Response.json([profile]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
  answers.set("GET /rest/v1/podcast_feeds", () => Response.json(feed ? [feed] : []));
  answers.set("POST /functions/v1/open-podcast-feed", () => {
    feed = { created_at: "2026-11-26T12:00:00Z" };
    return Response.json({ address: ADDRESS });
  });
  answers.set("DELETE /rest/v1/podcast_feeds", () => {
    feed = null;
    return new Response(null, { status: 204 });
  });
});
const open = () => visit("/profile", [{ path: "/profile", element: <Profile /> }]);
const section = () => screen.findByRole("region", { name: PODCAST.title });

test("the feed is closed until it is opened; then its address is shown with the focus, and can be copied", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  open();
  fireEvent.click(await within(await section()).findByRole("button", { name: PODCAST.open }));
  const address = await screen.findByRole<HTMLInputElement>("textbox", { name: PODCAST.addressLabel });
  expect([address.value, address.readOnly, document.activeElement]).toEqual([ADDRESS, true, address]);
  for (const app of ["Apple Podcasts", "Pocket Casts", "AntennaPod", "Overcast"]) expect(screen.getByText(app)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: PODCAST.copy }));
  await expect.poll(toasts, waitOptions).toEqual([[PODCAST.copied]]);
  expect(copied).toHaveBeenCalledWith(ADDRESS);
});

test("an open feed says since when, without its address, and a new address is asked for once more", async () => {
  feed = { created_at: "2026-11-01T12:00:00Z" };
  open();
  await screen.findByText(PODCAST.isOpen("Nov 1, 2026"));
  expect(screen.queryByRole("textbox", { name: PODCAST.addressLabel })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: PODCAST.replace }));
  const question = await screen.findByRole("alertdialog", { name: PODCAST.replaceTitle });
  expect(calls.some(({ to }) => to === "POST /functions/v1/open-podcast-feed")).toBe(false);
  fireEvent.click(within(question).getByRole("button", { name: PODCAST.replace }));
  await screen.findByRole("textbox", { name: PODCAST.addressLabel });
  await screen.findByText(PODCAST.isOpen("Nov 26, 2026"));
});

test("a feed is closed after a question, and the address is gone from the page", async () => {
  feed = { created_at: "2026-11-01T12:00:00Z" };
  open();
  fireEvent.click(await screen.findByRole("button", { name: PODCAST.close }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: PODCAST.close }));
  await screen.findByRole("button", { name: PODCAST.open });
  expect(calls.find(({ to }) => to === "DELETE /rest/v1/podcast_feeds")?.query.get("user_id")).toBe(`eq.${testUser.id}`);
  expect(toasts()).toEqual([[PODCAST.closed]]);
});

test("a failure is one message, and what could not be loaded can be asked for again", async () => {
  answers.set("GET /rest/v1/podcast_feeds", () => Response.json({ code: "XX000", message: "no" }, { status: 400 }));
  open();
  expect(await screen.findByText(PODCAST.loadFailed)).toBeDefined();
  answers.set("GET /rest/v1/podcast_feeds", () => Response.json([]));
  answers.set("POST /functions/v1/open-podcast-feed", () => new Response("busy", { status: 503 }));
  fireEvent.click(within(await section()).getByRole("button", { name: "Try again" }));
  fireEvent.click(await screen.findByRole("button", { name: PODCAST.open }));
  await expect.poll(toasts, waitOptions).toEqual([[PODCAST.failed]]);
});
