import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { Toaster } from "../../ui/toast.tsx";
import MySermons from "./my-sermons.tsx";
import { late } from "./test-late.ts";

vi.mock("../../lib/save-file.ts", () => ({ saveFile: vi.fn<(blob: Blob, name: string) => void>() }));
const { saveFile } = await import("../../lib/save-file.ts");
vi.mock("../../features/sermons/listening/queue.ts", () => ({
  playAll: vi.fn<(userId: string, ids: readonly string[]) => Promise<void>>(async () => {}),
}));
const { playAll } = await import("../../features/sermons/listening/queue.ts");

const SEARCH = "POST /rest/v1/rpc/search_sermons";
const COLLECTIONS = "POST /rest/v1/rpc/list_collections";
const ADD = "POST /rest/v1/collection_sermons";
const TAKE_OUT = "DELETE /rest/v1/collection_sermons";
const MOVE = "POST /rest/v1/rpc/move_in_collection";
const IN_ORDER = "GET /rest/v1/collection_sermons";
const BOOK = "POST /functions/v1/export-book";

const row = (n: number, title: string) => ({
  id: `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c1${n}`,
  title,
  written_title: `Written ${n}`,
  audio_url: null,
  image_url: null,
  created_at: `2026-11-0${n}T08:00:00+00:00`,
  is_favourite: false,
});
const rows = [row(3, "Rest"), row(2, "Grief"), row(1, "Work")];
const idOf = (title: string) => rows.find((one) => one.title === title)?.id ?? "";

interface Stored {
  id: string;
  name: string;
  sermons: string[];
}
/** What a database with these collections answers. */
let stored: Stored[];
const LENT = "7a0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const EASTER = "7a0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c12";

const find = (id: string | null) => stored.find((one) => `eq.${one.id}` === id || one.id === id);
const taken = () => Response.json({ code: "23505", message: "duplicate key value" }, { status: 409 });

beforeEach(() => {
  storeSession();
  vi.mocked(saveFile).mockClear();
  stored = [{ id: LENT, name: "Lent", sermons: [idOf("Work"), idOf("Rest")] }];
  answers.set("GET /rest/v1/sermons", () => Response.json(rows));
  answers.set("POST /rest/v1/rpc/library_choices", () => Response.json({ sermons: 3, themes: [], voices: [], minutes: [] }));
  answers.set(SEARCH, ({ body }) => {
    const { p_collection: id } = body as { p_collection: string | null };
    const found = (find(id)?.sermons ?? []).flatMap((sermon) => rows.filter((one) => one.id === sermon));
    return Response.json(found.map((one, i) => Object.assign({}, one, { rank: 0, place: -i, ranked_from: null })));
  });
  answers.set(COLLECTIONS, ({ body }) => {
    const { p_ids: ids } = body as { p_ids: string[] };
    return Response.json(
      stored.map(({ id, name, sermons }) => ({
        id,
        name,
        sermons: sermons.length,
        chosen: sermons.filter((one) => ids.includes(one)).length,
      })),
    );
  });
  answers.set("POST /rest/v1/collections", ({ body }) => {
    const { name } = body as { name: string };
    if (stored.some((one) => one.name.toLowerCase() === name.toLowerCase())) return taken();
    stored.push({ id: EASTER, name, sermons: [] });
    return Response.json({ id: EASTER });
  });
  answers.set("PATCH /rest/v1/collections", ({ body, query }) => {
    Object.assign(find(query.get("id")) ?? {}, body);
    return new Response(null, { status: 204 });
  });
  answers.set("DELETE /rest/v1/collections", ({ query }) => {
    stored = stored.filter((one) => one !== find(query.get("id")));
    return new Response(null, { status: 204 });
  });
  answers.set(IN_ORDER, ({ query }) =>
    Response.json(
      find(query.get("collection_id"))?.sermons.map((sermon_id) => {
        const { title = "", written_title = null } = rows.find((one) => one.id === sermon_id) ?? {};
        return { sermon_id, sermons: { title, written_title } };
      }),
    ),
  );
  answers.set(MOVE, ({ body }) => {
    const { p_collection, p_sermon, p_earlier } = body as { p_collection: string; p_sermon: string; p_earlier: boolean };
    const sermons = find(p_collection)?.sermons ?? [];
    const from = sermons.indexOf(p_sermon);
    sermons.splice(from + (p_earlier ? -1 : 1), 0, ...sermons.splice(from, 1));
    return Response.json(true);
  });
  answers.set(ADD, ({ body }) => {
    for (const { collection_id: id, sermon_id } of body as { collection_id: string; sermon_id: string }[])
      if (!find(id)?.sermons.includes(sermon_id)) find(id)?.sermons.push(sermon_id);
    return new Response(null, { status: 201 });
  });
  answers.set(TAKE_OUT, ({ query }) => {
    const collection = find(query.get("collection_id"));
    if (collection) collection.sermons = collection.sermons.filter((id) => !query.get("sermon_id")?.includes(id));
    return new Response(null, { status: 204 });
  });
  answers.set(BOOK, () => new Response("book"));
});

function open() {
  visit("/my-sermons", [{ path: "/my-sermons", element: <MySermons /> }]);
  render(<Toaster />);
}
const cards = () =>
  within(screen.getByRole("list", { name: "Sermons" }))
    .queryAllByRole("heading")
    .map(({ textContent }) => textContent);
async function showLent(titles = ["Work", "Rest"]) {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
  await screen.findByRole("option", { name: "Lent" });
  fireEvent.change(screen.getByLabelText("Collection"), { target: { value: LENT } });
  await waitFor(() => expect(cards()).toEqual(titles), waitOptions);
}

/** The dialog that changes the order of Lent, and the sermons in it. */
async function changeOrder(cardsOfLent?: string[]) {
  await showLent(cardsOfLent);
  fireEvent.click(screen.getByRole("button", { name: "Change order" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change order" }, waitOptions));
  await dialog.findByRole("list");
  return { dialog, titles: () => dialog.getAllByRole("listitem").map(({ textContent }) => textContent) };
}

test("a card's sermon is put into a collection and taken out of it, and the focus is given back", async () => {
  open();
  const opener = await screen.findByRole("button", { name: "Collections: Grief" });
  opener.focus();
  fireEvent.click(opener);
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }));
  const box = await dialog.findByRole<HTMLInputElement>("checkbox", { name: /Lent 2 sermons/ });
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  await waitFor(() => expect(find(LENT)?.sermons).toEqual([idOf("Work"), idOf("Rest"), idOf("Grief")]), waitOptions);
  expect(await dialog.findByRole("checkbox", { name: /Lent 3 sermons/, checked: true })).toBe(box);
  fireEvent.click(box);
  await waitFor(() => expect(find(LENT)?.sermons).toEqual([idOf("Work"), idOf("Rest")]), waitOptions);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(document.activeElement).toBe(opener), waitOptions);
});

test("chosen sermons are put into a new collection together; one without a name, or with a taken one, says what is wrong", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Select" }));
  for (const title of ["Grief", "Rest"]) fireEvent.click(screen.getByRole("checkbox", { name: `Select ${title}` }));
  fireEvent.click(screen.getByRole("button", { name: "Collections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }));
  expect(dialog.getByText("2 sermons", { selector: "p > span" })).toBeDefined();
  const lent = await dialog.findByRole<HTMLInputElement>("checkbox", { name: /Lent/ });
  // One of the two is in it.
  expect([lent.checked, lent.indeterminate]).toEqual([false, true]);
  const add = (name: string) => {
    fireEvent.change(dialog.getByLabelText("New collection"), { target: { value: name } });
    fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  };
  add(" ");
  await dialog.findByText("Please give it a name.");
  add("lent");
  await dialog.findByText("You have a collection with this name. Please choose another name.");
  add("  Easter ");
  await dialog.findByRole("checkbox", { name: /Easter 2 sermons/, checked: true });
  expect(stored[1]).toEqual({ id: EASTER, name: "Easter", sermons: [idOf("Rest"), idOf("Grief")] });
  expect(dialog.getByLabelText<HTMLInputElement>("New collection").value).toBe("");
});

test("the library shows one collection, in the order in which sermons were added, and leads back to all", async () => {
  await showLent();
  expect(screen.getByRole("heading", { name: "Lent" })).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>("Order").selectedOptions[0]?.textContent).toBe("As they were added");
  expect(calls.findLast(({ to }) => to === SEARCH)?.body).toMatchObject({ p_words: "", p_collection: LENT, p_sort: "best" });
  fireEvent.click(screen.getByRole("button", { name: "Show all sermons" }));
  await waitFor(() => expect(cards()).toEqual(["Rest", "Grief", "Work"]), waitOptions);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a sermon that is taken out leaves the collection that is shown once the dialog is closed", async () => {
  await showLent();
  fireEvent.click(screen.getByRole("button", { name: "Collections: Work" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }));
  fireEvent.click(await dialog.findByRole("checkbox", { name: /Lent/, checked: true }));
  await waitFor(() => expect(find(LENT)?.sermons).toEqual([idOf("Rest")]), waitOptions);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(cards()).toEqual(["Rest"]), waitOptions);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })), waitOptions);
});

test("a collection is renamed, and deleted without its sermons", async () => {
  await showLent();
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  const renaming = within(await screen.findByRole("dialog", { name: "Rename this collection" }));
  fireEvent.change(renaming.getByLabelText("Name"), { target: { value: "The long road" } });
  fireEvent.click(renaming.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "The long road" })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);

  fireEvent.click(screen.getByRole("button", { name: "Delete collection" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete this collection?" }));
  expect(question.getByText(/Its sermons stay in your library/)).toBeDefined();
  fireEvent.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(cards()).toEqual(["Rest", "Grief", "Work"]), waitOptions);
  expect(stored).toEqual([]);
  expect(toasts()).toEqual([["Collection deleted", "Its sermons are still in your library."]]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })), waitOptions);
});

test("a collection, and a selection, are saved as one e-book; a failure says that nothing is lost", async () => {
  await showLent();
  fireEvent.click(screen.getByRole("button", { name: "Save as e-book" }));
  await expect.poll(toasts, waitOptions).toEqual([["Saved to your downloads"]]);
  const books = () => calls.filter(({ to }) => to === BOOK).map(({ body }) => body);
  expect(books()).toEqual([{ sermonIds: [idOf("Work"), idOf("Rest")], title: "Lent" }]);
  fireEvent.click(screen.getByRole("button", { name: "Show all sermons" }));
  await waitFor(() => expect(cards()).toHaveLength(3), waitOptions);
  fireEvent.click(screen.getByRole("button", { name: "Select" }));
  fireEvent.click(screen.getByRole("button", { name: "Select all shown" }));
  fireEvent.click(screen.getByRole("button", { name: "Save as e-book" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2), waitOptions);
  expect(books()[1]).toEqual({ sermonIds: rows.map(({ id }) => id), title: "Sermons from Lampstand" });
  expect(vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual(["lent.epub", "sermons-from-lampstand.epub"]);
  answers.set(BOOK, () => new Response("", { status: 500 }));
  const again = screen.getByRole("button", { name: "Save as e-book" });
  await waitFor(() => expect(again.getAttribute("aria-busy")).toBe("false"), waitOptions);
  fireEvent.click(again);
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["The e-book could not be made", "Nothing is lost. Please try again in a moment."]);
});

test("Play all of a collection plays also what is not loaded yet, in its order", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7${String(i).padStart(3, "0")}`);
  stored = [{ id: LENT, name: "Lent", sermons: ids }];
  answers.set(SEARCH, () =>
    Response.json(
      ids.slice(0, 24).map((id, i) => Object.assign(row(1, `No. ${i}`), { id, audio_url: "a/b.mp3", rank: 0, place: -i })),
    ),
  );
  answers.set("GET /storage/v1/object/list", () => Response.json([]));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
  await screen.findByRole("option", { name: "Lent" });
  fireEvent.change(screen.getByLabelText("Collection"), { target: { value: LENT } });
  fireEvent.click(await screen.findByRole("button", { name: "Play all" }));
  await waitFor(() => expect(playAll).toHaveBeenCalledWith(testUser.id, ids), waitOptions);
});

test("more sermons than a book has room for become several", async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7${String(i).padStart(3, "0")}`);
  await showLent();
  stored = [{ id: LENT, name: "Lent", sermons: ids }];
  fireEvent.click(screen.getByRole("button", { name: "Save as e-book" }));
  await expect.poll(toasts, waitOptions).toEqual([["Saved to your downloads as 2 e-books"]]);
  expect(calls.filter(({ to }) => to === BOOK).map(({ body }) => body)).toMatchObject([
    { sermonIds: ids.slice(0, 50), title: "Lent 1" },
    { sermonIds: ids.slice(50), title: "Lent 2" },
  ]);
  expect(vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual(["lent-1.epub", "lent-2.epub"]);
});

test("the order of a collection is changed by its buttons, said, and kept; the list and the opener follow", async () => {
  stored[0]?.sermons.push(idOf("Grief"));
  await showLent(["Work", "Rest", "Grief"]);
  const opener = screen.getByRole("button", { name: "Change order" });
  opener.focus();
  fireEvent.click(opener);
  const dialog = within(await screen.findByRole("dialog", { name: "Change order" }, waitOptions));
  const up = await dialog.findByRole("button", { name: "Move up: Written 2" });
  up.focus();
  fireEvent.click(up);
  expect(dialog.getByRole("status").textContent).toBe("Written 2: place 2 of 3");
  fireEvent.click(up);
  expect(dialog.getByRole("status").textContent).toBe("Written 2: place 1 of 3");
  expect(document.activeElement).toBe(up);
  expect(up.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(up);
  await waitFor(() => expect(find(LENT)?.sermons).toEqual([idOf("Grief"), idOf("Work"), idOf("Rest")]), waitOptions);
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(cards()).toEqual(["Grief", "Work", "Rest"]), waitOptions);
  await waitFor(() => expect(document.activeElement).toBe(opener), waitOptions);
});

test("an order that is still being stored when the dialog is closed is shown all the same", async () => {
  const request = late(MOVE, "request");
  const { dialog } = await changeOrder();
  fireEvent.click(await dialog.findByRole("button", { name: "Move down: Written 1" }));
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(cards()).toEqual(["Work", "Rest"]), waitOptions);
  request.arrive();
  await waitFor(() => expect(cards()).toEqual(["Rest", "Work"]), waitOptions);
});

test("a sermon whose taking out is still being stored when the dialog is closed leaves the list all the same", async () => {
  const request = late(TAKE_OUT, "request");
  await showLent();
  fireEvent.click(screen.getByRole("button", { name: "Collections: Work" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }, waitOptions));
  fireEvent.click(await dialog.findByRole("checkbox", { name: /Lent/ }));
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(cards()).toEqual(["Work", "Rest"]), waitOptions);
  request.arrive();
  await waitFor(() => expect(cards()).toEqual(["Rest"]), waitOptions);
});

test("a box that is ticked while the collections are read again stays ticked, though that answer does not know of it", async () => {
  stored.push({ id: EASTER, name: "Easter", sermons: [] });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Collections: Grief" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }, waitOptions));
  const box = (name: RegExp) => dialog.findByRole<HTMLInputElement>("checkbox", { name });
  const lent = await box(/Lent/);
  // On another device.
  Object.assign(find(LENT) ?? {}, { name: "The long road" });
  const answer = late(COLLECTIONS, "answer");
  fireEvent.click(lent);
  await answer.made;
  const request = late(ADD, "request");
  fireEvent.click(await box(/Easter/));
  answer.arrive();
  expect((await box(/The long road 3 sermons/)).checked).toBe(true);
  expect((await box(/Easter 1 sermon/)).checked).toBe(true);
  request.arrive();
  await waitFor(() => expect(find(EASTER)?.sermons).toEqual([idOf("Grief")]), waitOptions);
  expect((await box(/Easter 1 sermon/)).checked).toBe(true);
});

test("a box that is unticked and ticked again at once is stored in that order", async () => {
  const request = late(TAKE_OUT, "request");
  await showLent();
  fireEvent.click(screen.getByRole("button", { name: "Collections: Work" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Collections" }, waitOptions));
  fireEvent.click(await dialog.findByRole("checkbox", { name: /Lent/, checked: true }));
  fireEvent.click(await dialog.findByRole("checkbox", { name: /Lent/, checked: false }));
  await dialog.findByRole("checkbox", { name: /Lent/, checked: true });
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  request.arrive();
  // Put in last, it stands last.
  await waitFor(() => expect(cards()).toEqual(["Rest", "Work"]), waitOptions);
});

const failsToMove = () => Response.json({ code: "500", message: "no" }, { status: 500 });

test("an order that could not be kept is read anew, and it is said", async () => {
  answers.set(MOVE, failsToMove);
  const { dialog, titles } = await changeOrder();
  fireEvent.click(await dialog.findByRole("button", { name: "Move down: Written 1" }));
  await waitFor(
    () => expect(toasts()).toContainEqual(["This could not be saved. Please check your connection, then try again."]),
    waitOptions,
  );
  await waitFor(() => expect(titles()).toEqual(["1Written 1", "2Written 3"]), waitOptions);
});

test("of several moves one could not be kept: the order is shown with those that were", async () => {
  find(LENT)?.sermons.splice(1, 0, idOf("Grief"));
  const move = answers.get(MOVE);
  answers.set(MOVE, () => {
    if (move) answers.set(MOVE, move);
    return failsToMove();
  });
  const { dialog, titles } = await changeOrder(["Work", "Grief", "Rest"]);
  fireEvent.click(dialog.getByRole("button", { name: "Move down: Written 1" }));
  fireEvent.click(dialog.getByRole("button", { name: "Move up: Written 3" }));
  expect(titles()).toEqual(["1Written 2", "2Written 3", "3Written 1"]);
  await waitFor(() => expect(titles()).toEqual(["1Written 1", "2Written 3", "3Written 2"]), waitOptions);
});

test("a move stays though the order was asked for before it", async () => {
  const { dialog, titles } = await changeOrder();
  // On another device.
  find(LENT)?.sermons.push(idOf("Grief"));
  const order = late(IN_ORDER, "answer");
  const list = late(SEARCH, "answer");
  const request = late(MOVE, "request");
  // Back to this tab.
  fireEvent(window, new Event("visibilitychange"));
  await order.made;
  fireEvent.click(dialog.getByRole("button", { name: "Move down: Written 1" }));
  order.arrive();
  // Then the one of the list behind the dialog.
  list.arrive();
  await screen.findByText("Grief");
  expect(titles()).toEqual(["1Written 3", "2Written 1"]);
  request.arrive();
  await dialog.findByText("Written 2");
  expect(titles()).toEqual(["1Written 3", "2Written 1", "3Written 2"]);
});
