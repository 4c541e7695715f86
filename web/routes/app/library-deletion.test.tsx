import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, storeSession, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { Toaster } from "../../ui/toast.tsx";
import MySermons from "./my-sermons.tsx";
import RecentlyDeleted from "./recently-deleted.tsx";
import { late } from "./test-late.ts";

vi.mock("../../lib/save-file.ts", () => ({ saveFile: vi.fn<(blob: Blob, name: string) => void>() }));
const { saveFile } = await import("../../lib/save-file.ts");

const TRASH = "POST /rest/v1/rpc/trash_sermons";
const RESTORE = "POST /rest/v1/rpc/restore_sermons";
const FOR_GOOD = "POST /rest/v1/rpc/delete_trashed_sermons";

const row = (n: number, title: string) => ({
  id: `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c1${n}`,
  title,
  written_title: `Written ${n}`,
  audio_url: null,
  image_url: null,
  created_at: `2026-11-0${n}T08:00:00+00:00`,
  is_favourite: false,
  deleted_at: new Date(Date.now() - 24 * 60 * 60_000).toISOString(),
});
const rows = [row(3, "Rest"), row(2, "Grief"), row(1, "Work")];
/** What a database with this trash answers. */
let trash: Set<string>;
const idsOf = (body: unknown) => (body as { p_ids: string[] }).p_ids;

beforeEach(() => {
  storeSession();
  trash = new Set();
  vi.mocked(saveFile).mockClear();
  answers.set("GET /rest/v1/sermons", ({ query }) =>
    query.get("select") === "content"
      ? Response.json({ content: `# The ${query.get("id")?.slice(-1)}\n\nText.` })
      : Response.json(rows.filter(({ id }) => !trash.has(id))),
  );
  answers.set("POST /rest/v1/rpc/list_trash", () => Response.json(rows.filter(({ id }) => trash.has(id))));
  answers.set(TRASH, ({ body }) => {
    for (const id of idsOf(body)) trash.add(id);
    return Response.json(idsOf(body));
  });
  for (const call of [RESTORE, FOR_GOOD])
    answers.set(call, ({ body }) => {
      for (const id of idsOf(body)) trash.delete(id);
      return Response.json(idsOf(body));
    });
});

const open = (path = "/my-sermons") => {
  const router = visit(path, [
    { path: "/my-sermons", element: <MySermons /> },
    { path: "/recently-deleted", element: <RecentlyDeleted /> },
  ]);
  render(<Toaster />);
  return router;
};
const titles = () => screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
async function deleteCard(title: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Delete ${title}` }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(titles()).not.toContain(title), waitOptions);
}
const undoButtons = () => screen.findAllByRole("button", { name: "Undo" });

test("Undo takes a deleted sermon back, and each of two deletions has its own", async () => {
  open();
  await deleteCard("Rest");
  await deleteCard("Work");
  expect(toasts()).toEqual([["Sermon deleted successfully"], ["Sermon deleted successfully"]]);
  const [first] = await undoButtons();
  if (first) fireEvent.click(first);
  await waitFor(() => expect(titles()).toEqual(["Rest", "Grief"]), waitOptions);
  expect(calls.find(({ to }) => to === RESTORE)?.body).toEqual({ p_ids: [rows[0]?.id] });
  await expect.poll(toasts, waitOptions).toContainEqual(["Your sermon is back"]);
});

test("a deleted sermon does not come back with a list that was asked for before", async () => {
  open();
  const refresh = await screen.findByRole("button", { name: "Refresh List" });
  const answer = late("GET /rest/v1/sermons", "answer");
  fireEvent.click(refresh);
  await deleteCard("Rest");
  answer.arrive();
  await waitFor(() => expect(refresh.textContent).toBe("Refresh List"), waitOptions);
  expect(titles()).toEqual(["Grief", "Work"]);
});

test("an Undo that fails says where the sermon is kept", async () => {
  answers.set(RESTORE, () => Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  open();
  await deleteCard("Rest");
  const [undo] = await undoButtons();
  if (undo) fireEvent.click(undo);
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["This could not be taken back", "It is kept under Recently deleted for 30 days."]);
});

test("chosen sermons are deleted together, and taken back together", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Select" }));
  const bar = within(screen.getByRole("region", { name: "Selected sermons" }));
  expect(bar.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Rest" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Work" }));
  expect(bar.getByText("2 selected")).toBeDefined();
  fireEvent.click(bar.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete 2 sermons?" }));
  fireEvent.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(titles()).toEqual(["Grief"]), waitOptions);
  expect(screen.queryByRole("region", { name: "Selected sermons" })).toBeNull();
  const heading = screen.getByRole("heading", { level: 1, name: "My Sermons" });
  await waitFor(() => expect(document.activeElement).toBe(heading), waitOptions);
  expect(toasts()).toEqual([["2 sermons deleted successfully"]]);
  const [undo] = await undoButtons();
  if (undo) fireEvent.click(undo);
  await waitFor(() => expect(titles()).toEqual(["Rest", "Grief", "Work"]), waitOptions);
  expect(calls.filter(({ to }) => to === RESTORE)).toHaveLength(1);
});

test("the texts of all that is shown are saved one after the other; recordings that are missing are told of", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Select" }));
  const bar = within(screen.getByRole("region", { name: "Selected sermons" }));
  fireEvent.click(bar.getByRole("button", { name: "Select all shown" }));
  fireEvent.click(bar.getByRole("button", { name: "Save as text" }));
  await expect.poll(toasts, waitOptions).toEqual([["3 sermons downloaded successfully"]]);
  expect(vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual(["the-3.txt", "the-2.txt", "the-1.txt"]);
  const download = bar.getByRole("button", { name: "Download" });
  await waitFor(() => expect(download.getAttribute("aria-busy")).toBe("false"), waitOptions);
  fireEvent.click(download);
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Failed to download sermons", "The others have no recording, or it could not be loaded."]);
  fireEvent.click(bar.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("Recently deleted shows how long a sermon is kept, and restores it or deletes it for good after a question", async () => {
  for (const { id } of rows) trash.add(id);
  open("/recently-deleted");
  expect(await screen.findAllByText(/29 days left/)).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: "Restore Rest" }));
  await waitFor(() => expect(titles()).toEqual(["Grief", "Work"]), waitOptions);
  expect(trash.has(rows[0]?.id ?? "")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Delete Grief for good" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete for good?" }));
  expect(calls.some(({ to }) => to === FOR_GOOD)).toBe(false);
  fireEvent.click(question.getByRole("button", { name: "Delete for good" }));
  await waitFor(() => expect(titles()).toEqual(["Work"]), waitOptions);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("1 sermon")), waitOptions);
  expect(calls.find(({ to }) => to === FOR_GOOD)?.body).toEqual({ p_ids: [rows[1]?.id] });
});

test("an empty trash says so", async () => {
  open("/recently-deleted");
  expect(await screen.findByText("Nothing was deleted lately.")).toBeDefined();
});
