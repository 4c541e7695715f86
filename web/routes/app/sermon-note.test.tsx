import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { unsentNotesKey } from "../../lib/draft-key.ts";
import { SermonNote } from "../../features/sermons/note/sermon-note.tsx";

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const READ = "GET /rest/v1/sermon_notes";
const SAVE = "POST /rest/v1/sermon_notes";

beforeEach(() => {
  storeSession();
  answers.set(READ, () => Response.json([{ note: "For Sunday." }]));
  answers.set(SAVE, () => new Response(null, { status: 201 }));
});

const open = () => visit("/", [{ path: "/", element: <SermonNote userId={testUser.id} sermonId={ID} /> }]);
const field = () => screen.findByLabelText<HTMLTextAreaElement>("Your note");
const saved = () => calls.filter(({ to }) => to === SAVE).map(({ body }) => (body as { note: string }).note);
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

test("a note is read and saved by itself once it is typed", async () => {
  open();
  expect((await field()).value).toBe("For Sunday.");
  for (const text of ["F", "Fo", "For Monday."]) await type(text);
  await screen.findByText("Saved");
  expect(saved()).toEqual(["For Monday."]);
  expect(calls.find(({ to }) => to === SAVE)?.body).toEqual({ sermon_id: ID, note: "For Monday." });
});

test("what was typed is saved when the page is left before the pause is over", async () => {
  open();
  await type("For Monday.");
  cleanup();
  await waitFor(() => expect(saved()).toEqual(["For Monday."]), waitOptions);
});

test("what is typed while a save runs is saved after it, so that the newest text is the last to be stored", async () => {
  const first = Promise.withResolvers<Response>();
  answers.set(SAVE, () => first.promise);
  open();
  await type("one");
  fireEvent.blur(await field());
  await waitFor(() => expect(saved()).toEqual(["one"]), waitOptions);
  answers.set(SAVE, () => new Response(null, { status: 201 }));
  await type("two");
  fireEvent.blur(await field());
  expect(saved()).toEqual(["one"]);
  first.resolve(new Response(null, { status: 201 }));
  await screen.findByText("Saved");
  expect(saved()).toEqual(["one", "two"]);
});

test("a note that could not be saved says so and is saved with the next words; an emptied one is deleted", async () => {
  answers.set(SAVE, () => Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  open();
  await type("one");
  await screen.findByText(/Not saved yet/);
  answers.set(SAVE, () => new Response(null, { status: 201 }));
  await type("one more");
  await screen.findByText("Saved");
  expect(saved()).toEqual(["one", "one more"]);
  answers.set("DELETE /rest/v1/sermon_notes", () => new Response(null, { status: 204 }));
  await type(" ");
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ to: "DELETE /rest/v1/sermon_notes" }), waitOptions);
  expect(calls.at(-1)?.query.get("sermon_id")).toBe(`eq.${ID}`);
});

/** The words are typed, can't be stored, and the page is left. */
async function leaveUnsaved(text: string): Promise<void> {
  answers.set(SAVE, () => Response.error());
  open();
  await type(text);
  await screen.findByText(/Not saved yet. It is kept in this browser/);
  cleanup();
  // It is tried once more while the page is left.
  await waitFor(() => expect(saved()).toEqual([text, text]), waitOptions);
  answers.set(SAVE, () => new Response(null, { status: 201 }));
}

test("what could not be saved before the page was left stands in the note at the next visit, and is saved then", async () => {
  await leaveUnsaved("For Monday.");
  open();
  expect((await field()).value).toBe("For Monday.");
  await screen.findByText("Saved");
  expect(saved().at(-1)).toBe("For Monday.");
  expect(localStorage.getItem(unsentNotesKey(testUser.id))).toBeNull();
});

test("a note that is read again while it is typed changes nothing of what was typed", async () => {
  await leaveUnsaved("For Monday.");
  answers.set(SAVE, () => Response.error());
  open();
  await screen.findByText(/Not saved yet/);
  await type("For Tuesday.");
  const reads = () => calls.filter(({ to }) => to === READ).length;
  const before = reads();
  answers.set(READ, () => Response.json([{ note: "On the phone." }]));
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(reads()).toBeGreaterThan(before), waitOptions);
  answers.set(SAVE, () => new Response(null, { status: 201 }));
  fireEvent.blur(await field());
  await screen.findByText("Saved");
  expect([(await field()).value, saved().at(-1)]).toEqual(["For Tuesday.", "For Tuesday."]);
});

test("what was written elsewhere meanwhile stays above it, once, however often that can't be saved", async () => {
  await leaveUnsaved("For Monday.");
  answers.set(READ, () => Response.json([{ note: "On the phone." }]));
  const both = "On the phone.\n\nFor Monday.";
  for (let visit = 0; visit < 2; visit++) {
    answers.set(SAVE, () => Response.error());
    open();
    expect((await field()).value).toBe(both);
    await screen.findByText(/Not saved yet/);
    cleanup();
  }
  answers.set(SAVE, () => new Response(null, { status: 201 }));
  open();
  await screen.findByText("Saved");
  expect(saved().at(-1)).toBe(both);
});

test("a note that could not be loaded is not overwritten by an empty one", async () => {
  answers.set(READ, () => Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  open();
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByLabelText("Your note")).toBeNull();
  answers.set(READ, () => Response.json([]));
  fireEvent.click(again);
  expect((await field()).value).toBe("");
});
