import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { storeTopicDraft, readTopicDraft, EMPTY_DRAFT } from "../../features/sermons/create/topic-draft.ts";
import MySermons from "./my-sermons.tsx";

const SEARCH = "POST /rest/v1/rpc/search_sermons";
const LIST = "GET /rest/v1/sermons";

const row = (n: number, title: string) => ({
  id: `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7${String(n).padStart(3, "0")}`,
  title,
  written_title: `Written ${n}`,
  audio_url: null,
  image_url: null,
  created_at: `2026-11-03T08:00:00.${String(999 - n).padStart(6, "0")}+00:00`,
  is_favourite: false,
});
const page = (from: number, count: number) => Array.from({ length: count }, (_, i) => row(from + i, `topic ${from + i}`));
const found = [{ ...row(2, "Grief"), rank: 0.5, excerpt: "the \uE000lamp\uE001 <b>burns</b> and another \uE000lamp\uE001" }];

beforeEach(() => {
  storeSession();
  answers.set(LIST, () => Response.json([row(3, "Rest"), row(2, "Grief")]));
  answers.set(SEARCH, () => Response.json(found));
  answers.set("POST /rest/v1/rpc/library_choices", () =>
    Response.json({ sermons: 2, themes: ["fear-and-courage", "grief"], voices: ["John"], minutes: [5, 10] }),
  );
});

const open = () =>
  visit("/my-sermons", [
    { path: "/my-sermons", element: <MySermons /> },
    { path: "/sermon/:id", element: "The sermon" },
    { path: "/dashboard", element: "The dashboard" },
  ]);
const titles = () => screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const searchField = () => screen.findByLabelText<HTMLInputElement>("Search your sermons");
const searches = () => calls.filter(({ to }) => to === SEARCH);
const lists = () => calls.filter(({ to }) => to === LIST);

test("the search asks the server once the words are typed, and shows where they stand as text", async () => {
  const router = open();
  const field = await searchField();
  for (const words of ["l", "la", "lamp\0"]) fireEvent.change(field, { target: { value: words } });
  await screen.findByText("1 sermon found");
  expect(titles()).toEqual(["Grief"]);
  expect(searches().map(({ body }) => body)).toMatchObject([{ p_words: "lamp", p_after: null, p_limit: 24 }]);
  const marked = [...document.querySelectorAll("mark")];
  expect(marked.map(({ textContent }) => textContent)).toEqual(["lamp", "lamp"]);
  expect(marked[0]?.parentElement?.textContent).toBe("the lamp <b>burns</b> and another lamp");
  // Neither in the address, which a server would log.
  expect(router.state.location.search).toBe("");
  answers.set(SEARCH, () => Response.json([]));
  fireEvent.change(field, { target: { value: "zebra" } });
  await screen.findByText("No sermon has these words.");
  fireEvent.change(field, { target: { value: " " } });
  await waitFor(() => expect(titles()).toEqual(["Rest", "Grief"]), waitOptions);
});

test("Back from a sermon finds the words and the filter of the search at once", async () => {
  const router = open();
  fireEvent.change(await searchField(), { target: { value: "lamp" } });
  await screen.findByText("1 sermon found");
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  fireEvent.change(screen.getByLabelText("Length"), { target: { value: "" } });
  fireEvent.change(await screen.findByLabelText("Passage"), { target: { value: "Psalm 23" } });
  await waitFor(() => expect(searches().at(-1)?.body).toMatchObject({ p_words: "lamp", p_passage: "Psalm 23" }), waitOptions);
  fireEvent.click(await screen.findByRole("link", { name: "Grief" }));
  await screen.findByText("The sermon");
  await act(() => router.navigate(-1));
  expect((await searchField()).value).toBe("lamp");
  expect(screen.getByLabelText<HTMLInputElement>("Passage").value).toBe("Psalm 23");
  expect(titles()).toEqual(["Grief"]);
});

test("theme, length, voice, favourites and order are conditions of the server's", async () => {
  open();
  await searchField();
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  await screen.findByRole("option", { name: "Fear and courage" });
  fireEvent.change(screen.getByLabelText("Theme"), { target: { value: "fear-and-courage" } });
  fireEvent.change(screen.getByLabelText("Length"), { target: { value: "10" } });
  fireEvent.change(screen.getByLabelText("Voice"), { target: { value: "John" } });
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "oldest" } });
  fireEvent.click(screen.getByLabelText("Favourites only"));
  await screen.findByRole("button", { name: "Filter (4)" });
  await waitFor(
    () =>
      expect(Object.fromEntries(lists().at(-1)?.query ?? [])).toMatchObject({
        theme: "eq.fear-and-courage",
        minutes: "eq.10",
        voice: "eq.John",
        is_favourite: "eq.true",
        order: "created_at.asc,id.asc",
      }),
    waitOptions,
  );
  answers.set(LIST, () => Response.json([]));
  fireEvent.click(screen.getByRole("button", { name: "Clear filter" }));
  await screen.findByRole("button", { name: "Filter" });
});

test("what was heard to its end, and what was not, is the search's to find, without words too", async () => {
  answers.set(SEARCH, ({ body }) =>
    Response.json(
      (body as { p_after: unknown }).p_after
        ? []
        : page(1, 24).map((one, i) => Object.assign(one, { rank: 0, place: 900 - i, ranked_from: null })),
    ),
  );
  open();
  await searchField();
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  fireEvent.change(await screen.findByLabelText("Heard or not"), { target: { value: "false" } });
  await screen.findByText("24 sermons found, and there are more");
  expect(screen.getByRole("button", { name: "Filter (1)" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Show more sermons" }));
  await screen.findByText("24 sermons found");
  const cursor = { rank: 0, place: 877, ranked_from: null, id: row(24, "").id };
  expect(searches().map(({ body }) => body)).toMatchObject([
    { p_words: "", p_heard: false, p_after: null },
    { p_words: "", p_heard: false, p_after: cursor },
  ]);
  fireEvent.change(screen.getByLabelText("Heard or not"), { target: { value: "true" } });
  await waitFor(() => expect(searches().at(-1)?.body).toMatchObject({ p_heard: true }), waitOptions);
});

test("a long library is read page by page behind the last sermon, and the focus goes on with the first new one", async () => {
  answers.set(LIST, ({ query }) => Response.json(query.get("or") ? page(25, 3) : page(1, 24)));
  open();
  await screen.findByText("24 sermons shown");
  fireEvent.click(screen.getByRole("button", { name: "Show more sermons" }));
  await screen.findByText("27 sermons");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "topic 25" })), waitOptions);
  expect(screen.queryByRole("button", { name: "Show more sermons" })).toBeNull();
  const last = row(24, "");
  expect(Object.fromEntries(lists().at(-1)?.query ?? [])).toMatchObject({
    created_at: `lte.${last.created_at}`,
    or: `(created_at.lt."${last.created_at}",id.lt.${last.id})`,
    limit: "24",
  });
});

test("a sermon that is deleted from a full page leaves the way to the next page open", async () => {
  answers.set(LIST, () => Response.json(page(1, 24)));
  answers.set("POST /rest/v1/rpc/trash_sermons", () => Response.json([]));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Delete topic 24" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText("23 sermons shown");
  expect(screen.getByRole("button", { name: "Show more sermons" })).toBeDefined();
});

test("a favourite is shown at once, and taken back when it could not be saved", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set("PATCH /rest/v1/sermons", () => answer.promise);
  open();
  const star = await screen.findByRole("button", { name: "Favourite: Rest" });
  fireEvent.click(star);
  await waitFor(() => expect(star.getAttribute("aria-pressed")).toBe("true"), waitOptions);
  answer.resolve(Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  await waitFor(() => expect(star.getAttribute("aria-pressed")).toBe("false"), waitOptions);
  expect(toasts()).toEqual([["This could not be saved", "Please try again."]]);
  expect(calls.find(({ to }) => to === "PATCH /rest/v1/sermons")).toMatchObject({ body: { is_favourite: true } });
});

test("Again on this topic opens the topic form with it, and asks first where other words stand", async () => {
  const router = open();
  const again = () => screen.findByRole("button", { name: "Again on this topic: Rest" });
  storeTopicDraft(testUser.id, { ...EMPTY_DRAFT, topic: "half written", minutes: 10 });
  fireEvent.click(await again());
  fireEvent.click(await screen.findByRole("button", { name: "Keep those words" }));
  expect(readTopicDraft(testUser.id).topic).toBe("half written");
  fireEvent.click(await again());
  fireEvent.click(await screen.findByRole("button", { name: "Replace them" }));
  await screen.findByText("The dashboard");
  expect(readTopicDraft(testUser.id)).toMatchObject({ topic: "Rest", minutes: 10, asked: false });
  await act(() => router.navigate(-1));
  fireEvent.click(await again());
  await screen.findByText("The dashboard");
});
