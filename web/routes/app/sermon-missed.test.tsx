import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import Sermon from "./sermon.tsx";

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const NEW = "3e1d6c1f-7a5f-4b1f-8e67-4c2a6a1b8d22";
const state = {
  content: "# The Open Door\n\n*Come.*\n\n## First\n\nCome in.",
  audio_url: `${testUser.id}/${ID}/a.mp3`,
  image_url: `${testUser.id}/${ID}/a.webp`,
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const made = { prompt: "my father died", reading: null as string | null, created_at: daysAgo(1) };
const generation = (row: object | null) => answers.set("GET /rest/v1/generations", () => Response.json(row ? [row] : []));

beforeEach(() => {
  storeSession();
  generation(made);
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${state.audio_url}`, () =>
    Response.json({ signedURL: "/object/sign/a" }),
  );
  answers.set("POST /functions/v1/read-topic", () =>
    Response.json({
      readings: [
        { key: "grief.self", heard: "Your father has died.", passage: null },
        { key: "anger.self", heard: "A sermon about anger.", passage: null },
      ],
      audience: "self",
      language: null,
    }),
  );
  answers.set("POST /functions/v1/rewrite-sermon", () => Response.json({ generationId: NEW }));
});

const open = () =>
  visit({ pathname: `/sermon/${ID}`, state }, [
    { path: "/sermon/:id", element: <Sermon /> },
    { path: "/dashboard", element: "The dashboard" },
  ]);
const sent = (name: string) => calls.filter(({ to }) => to === `POST /functions/v1/${name}`).map(({ body }) => body);
const choices = () => screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);

test("a sermon that missed is written anew on another reading, and followed on the dashboard", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "This missed me" }));
  await screen.findByRole("radio", { name: "A sermon about anger." });
  expect(choices()).toEqual(["A sermon about anger.", "None of these: take nothing for granted"]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Write it anew" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "A sermon about anger." }));
  fireEvent.click(screen.getByRole("button", { name: "Write it anew" }));
  await screen.findByText("The dashboard");
  expect(sent("read-topic")).toEqual([{ prompt: "my father died" }, { prompt: "my father died", theme: "anger" }]);
  expect(sent("rewrite-sermon")).toEqual([{ sermonId: ID, reading: "anger.self" }]);
});

test("any subject can be chosen for it, and what may be so is then asked about that", async () => {
  answers.set("POST /functions/v1/read-topic", ({ body }) =>
    Response.json({
      readings: [{ key: "grief.self", heard: "Your father has died.", passage: null }],
      possible: (body as { theme?: string }).theme === "retirement" ? [{ fact: "retired", told: "You have retired" }] : [],
      audience: "self",
      language: null,
    }),
  );
  open();
  fireEvent.click(await screen.findByRole("button", { name: "This missed me" }));
  const subjects = await screen.findByRole("combobox", { name: "Or choose a subject" });
  fireEvent.change(subjects, { target: { value: "retirement" } });
  fireEvent.click(await screen.findByRole("checkbox", { name: "You have retired" }));
  fireEvent.click(screen.getByRole("button", { name: "Write it anew" }));
  await screen.findByText("The dashboard");
  expect(sent("rewrite-sermon")).toEqual([{ sermonId: ID, reading: "retirement.self+retired" }]);
});

test("the reading that was chosen for it is not offered again, the likeliest is", async () => {
  generation({ ...made, reading: "anger.other" });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "This missed me" }));
  await screen.findByRole("radio", { name: "Your father has died." });
  expect(choices()).toEqual(["Your father has died.", "None of these: take nothing for granted"]);
  fireEvent.click(screen.getByRole("radio", { name: /^None of these/ }));
  fireEvent.click(screen.getByRole("button", { name: "Write it anew" }));
  await screen.findByText("The dashboard");
  expect(sent("rewrite-sermon")).toEqual([{ sermonId: ID, reading: "in-everything.other" }]);
});

test("what is so and was missed is confirmed there, with the same theme or another, and what was confirmed before stays", async () => {
  generation({ ...made, reading: "grief.self+sleepless" });
  answers.set("POST /functions/v1/read-topic", () =>
    Response.json({
      readings: [{ key: "grief.self", heard: "You lie awake at night.", passage: null }],
      possible: [
        { fact: "parent-died", told: "You have lost your father" },
        { fact: "sleepless", told: "You lie awake at night" },
      ],
      audience: "self",
      language: null,
    }),
  );
  open();
  fireEvent.click(await screen.findByRole("button", { name: "This missed me" }));
  const missed = await screen.findByRole<HTMLInputElement>("checkbox", { name: "You have lost your father" });
  expect(sent("read-topic")).toEqual([{ prompt: "my father died", audience: "self", facts: ["sleepless"] }]);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "You lie awake at night" }).checked).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Write it anew" }).disabled).toBe(true);
  fireEvent.click(missed);
  fireEvent.click(screen.getByRole("button", { name: "Write it anew" }));
  await screen.findByText("The dashboard");
  expect(sent("rewrite-sermon")).toEqual([{ sermonId: ID, reading: "grief.self+sleepless+parent-died" }]);
});

test("only a finished sermon that is none written anew itself and was not before is asked for", async () => {
  open();
  await screen.findByRole("button", { name: "This missed me" });
  const { query } = calls.find(({ to }) => to === "GET /rest/v1/generations") ?? {};
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    id: `eq.${ID}`,
    state: "eq.finished",
    rewrite_of: "is.null",
    rewritten_at: "is.null",
  });
});

test.each([null, { ...made, created_at: daysAgo(7.1) }])("it is not offered where it cannot be (%#)", async (row) => {
  generation(row);
  open();
  await waitFor(() => expect(calls.some(({ to }) => to === "GET /rest/v1/generations")).toBe(true), waitOptions);
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  expect(screen.queryByRole("button", { name: "This missed me" })).toBeNull();
});

test("a refusal is shown in its own words, and the dialog stays", async () => {
  answers.set("POST /functions/v1/rewrite-sermon", () =>
    Response.json({ code: "generation_running", message: "A sermon is already being written for you." }, { status: 409 }),
  );
  open();
  fireEvent.click(await screen.findByRole("button", { name: "This missed me" }));
  fireEvent.click(await screen.findByRole("radio", { name: "A sermon about anger." }));
  fireEvent.click(screen.getByRole("button", { name: "Write it anew" }));
  await expect
    .poll(toasts, waitOptions)
    .toEqual([["The sermon could not be written anew", "A sermon is already being written for you."]]);
  expect(screen.getByRole("dialog")).toBeDefined();
});

test("closed without a choice, it gives the focus back, also when the readings are known already", async () => {
  open();
  const button = await screen.findByRole("button", { name: "This missed me" });
  for (let time = 1; time <= 2; time++) {
    button.focus();
    fireEvent.click(button);
    const choice = await screen.findByRole("radio", { name: "A sermon about anger." });
    await waitFor(() => expect(document.activeElement).toBe(choice), waitOptions);
    fireEvent.keyDown(choice, { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(button), waitOptions);
  }
});
