import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, storeSession, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import MySermons from "./my-sermons.tsx";
import { late } from "./test-late.ts";

const LIST = "GET /rest/v1/sermons";
const STAR = "PATCH /rest/v1/sermons";
const PAGE = 24;

const sermons = Array.from({ length: 30 }, (_, i) => ({
  id: `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7${String(i + 1).padStart(3, "0")}`,
  title: `topic ${i + 1}`,
  written_title: `Written ${i + 1}`,
  audio_url: null,
  image_url: null,
  created_at: `2026-11-03T08:00:00.${String(999 - i).padStart(6, "0")}+00:00`,
}));
/** Ids of the favourites that a database would have. */
let favourites: Set<string>;
/** What was stored, in order. */
let changes: boolean[];

beforeEach(() => {
  storeSession();
  favourites = new Set();
  changes = [];
  answers.set(LIST, ({ query }) => {
    const page = query.has("or") ? sermons.slice(PAGE) : sermons.slice(0, PAGE);
    return Response.json(page.map((sermon) => Object.assign({ is_favourite: favourites.has(sermon.id) }, sermon)));
  });
  answers.set(STAR, ({ body, query }) => {
    const id = query.get("id")?.slice("eq.".length) ?? "";
    const { is_favourite } = body as { is_favourite: boolean };
    changes.push(is_favourite);
    if (is_favourite) favourites.add(id);
    else favourites.delete(id);
    return new Response(null, { status: 204 });
  });
  answers.set("POST /rest/v1/rpc/library_choices", () =>
    Response.json({ sermons: 30, themes: ["fear-and-courage"], voices: [], minutes: [] }),
  );
});

async function open() {
  visit("/my-sermons", [{ path: "/my-sermons", element: <MySermons /> }]);
  await star();
}
const star = () => screen.findByRole("button", { name: "Favourite: topic 1" });
const isStarred = async () => (await star()).getAttribute("aria-pressed") === "true";
/** Waits until the star is shown so. */
const shown = (starred: boolean) => waitFor(async () => expect(await isStarred()).toBe(starred), waitOptions);
const tap = async () => fireEvent.click(await star());
const isStored = () => waitFor(() => expect(favourites.size).toBe(1), waitOptions);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a star that is given while the list is read again stays, though that answer has none", async () => {
  await open();
  const answer = late(LIST, "answer");
  press("Refresh List");
  await tap();
  await isStored();
  answer.arrive();
  await screen.findByRole("button", { name: "Refresh List" });
  expect(await isStarred()).toBe(true);
});

test("a star that is still being stored stays, though the list is read meanwhile and has none", async () => {
  const request = late(STAR, "request");
  await open();
  await tap();
  const answer = late(LIST, "answer");
  press("Refresh List");
  await screen.findByRole("button", { name: "Refreshing..." });
  answer.arrive();
  await screen.findByRole("button", { name: "Refresh List" });
  expect(await isStarred()).toBe(true);
  request.arrive();
  await isStored();
  await shown(true);
});

test("a star that is given while more sermons are loaded stays, and they come", async () => {
  await open();
  const answer = late(LIST, "answer");
  press("Show more sermons");
  await tap();
  await isStored();
  answer.arrive();
  await screen.findByRole("link", { name: "topic 30" });
  expect(await isStarred()).toBe(true);
});

test("a star that is given while another choice of sermons is loaded is shown there too", async () => {
  await open();
  press("Filter");
  await screen.findByRole("option", { name: "Fear and courage" });
  const answer = late(LIST, "answer");
  fireEvent.change(screen.getByLabelText("Theme"), { target: { value: "fear-and-courage" } });
  await tap();
  await isStored();
  answer.arrive();
  await screen.findByText("24 sermons found, and there are more");
  expect(await isStarred()).toBe(true);
});

test("a star that is given and taken back at once is stored in that order", async () => {
  const request = late(STAR, "request");
  await open();
  await tap();
  await shown(true);
  await tap();
  await shown(false);
  request.arrive();
  await waitFor(() => expect(changes).toEqual([true, false]), waitOptions);
  expect(favourites.size).toBe(0);
});
