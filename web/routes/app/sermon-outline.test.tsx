import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { readSermon, spokenSentences } from "../../../shared/sermon-text.ts";
import { answers, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import Sermon from "./sermon.tsx";

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const CONTENT = [
  "# The Road",
  "*He walks ahead.*",
  "## Opening",
  "Listen.",
  "## He Leads",
  "He goes first.",
  "## He Stays",
  "He waits.",
  "## Gospel",
  "He has come.",
  "---",
  "Idea: He walks ahead.",
  "Point 1: He Leads (Psalm 23:1–3)",
  "Point 2: He Stays (Psalm 23:4)",
  "Question 1: Who leads?",
  "Question 2: Who stays?",
  "Scripture: Psalm 23 (World English Bible).",
].join("\n\n");
const AUDIO = `${testUser.id}/${ID}/a.mp3`;
const SENTENCES = spokenSentences(readSermon(CONTENT));
const timings = {
  version: 1,
  seconds: SENTENCES.length * 10,
  sentences: SENTENCES.map((_, i) => ({ start: i * 10, end: i * 10 + 9, words: [] })),
};
const secondOf = (text: string) => 10 * SENTENCES.findIndex(({ words }) => words[1]?.text === text) + 1;

beforeEach(() => {
  storeSession();
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () => Response.json({ signedURL: "/object/sign/a" }));
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () => Response.json(timings));
});

function open(content = CONTENT) {
  const state = { content, audio_url: AUDIO, image_url: `${testUser.id}/${ID}/a.webp` };
  return visit({ pathname: `/sermon/${ID}`, state }, [{ path: "/sermon/:id", element: <Sermon /> }]);
}
const panel = () => screen.findByRole("complementary", { name: "Outline" });
const textsOf = (all: readonly HTMLElement[]) => all.map(({ textContent }) => textContent);

test("the outline of a homily stands beside its text, and no longer among the notes", async () => {
  open();
  const outline = within(await panel());
  expect(outline.getByText("He walks ahead.")).toBeDefined();
  expect(textsOf(outline.getAllByRole("listitem"))).toEqual([
    "He LeadsPsalm 23:1–3",
    "He StaysPsalm 23:4",
    "Who leads?",
    "Who stays?",
  ]);
  expect(textsOf(outline.getAllByRole("heading", { level: 3 }))).toEqual(["Questions for a group"]);
  const text = screen.getByRole("region", { name: "Sermon text" });
  expect(text.querySelector("footer")?.textContent).toBe("Scripture: Psalm 23 (World English Bible).");
});

test("a sermon without an outline has no panel", async () => {
  open(CONTENT.replace(/^Idea.*/mu, ""));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(screen.getByRole("region", { name: "Sermon text" }).textContent).toContain("Question 2: Who stays?");
});

test("a point leads to its heading, and the address stays", async () => {
  const { state } = open();
  const outline = within(await panel());
  fireEvent.click(outline.getByRole("link", { name: "He Stays" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "He Stays" }));
  expect(state.location.hash).toBe("");
});

test("the point that is being spoken is the current one, until the reader goes elsewhere", async () => {
  open();
  const outline = within(await panel());
  const current = () => outline.getAllByRole("link").find((link) => link.hasAttribute("aria-current"))?.textContent;
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src) throw new Error("no address yet");
    return found;
  }, waitOptions);
  const goTo = async (second: number, point: string | undefined) =>
    waitFor(() => {
      audio.currentTime = second;
      fireEvent(audio, new Event("seeked"));
      expect(current()).toBe(point);
    }, waitOptions);
  await goTo(secondOf("goes"), "He Leads");
  await goTo(secondOf("waits."), "He Stays");
  await goTo(secondOf("has"), undefined);
  await goTo(secondOf("goes"), "He Leads");
  fireEvent.wheel(document.body);
  expect(current()).toBeUndefined();
});

test("the verses of a point open their passage", async () => {
  answers.set("GET /scripture/WEB/Ps/23.json", () =>
    Response.json({
      translation: "WEB",
      book: "Ps",
      name: "Psalm",
      chapter: 23,
      verses: [{ verse: 4, text: "Even though I walk" }],
    }),
  );
  open();
  fireEvent.click(within(await panel()).getByRole("button", { name: "Psalm 23:4" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("The passage in its chapter");
  await screen.findByText("Even though I walk");
});

test("it can be copied as plain text", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce();
  open();
  const copy = within(await panel()).getByRole("button", { name: "Copy outline" });
  fireEvent.click(copy);
  await expect.poll(toasts, waitOptions).toEqual([["Outline copied"]]);
  expect(writeText).toHaveBeenCalledExactlyOnceWith(
    "The Road\n\nHe walks ahead.\n\n1. He Leads (Psalm 23:1–3)\n2. He Stays (Psalm 23:4)\n\n" +
      "Questions for a group\n1. Who leads?\n2. Who stays?\n",
  );
  writeText.mockRejectedValueOnce(new DOMException("not allowed", "NotAllowedError"));
  fireEvent.click(copy);
  await expect.poll(toasts, waitOptions).toContainEqual(["The outline could not be copied"]);
  vi.restoreAllMocks();
});

test("on a phone its heading opens and closes it", async () => {
  open();
  const button = within(await panel()).getByRole("button", { name: "Outline" });
  const content = document.getElementById(button.getAttribute("aria-controls") ?? "");
  expect([button.getAttribute("aria-expanded"), content?.classList.contains("max-lg:hidden")]).toEqual(["false", true]);
  fireEvent.click(button);
  expect([button.getAttribute("aria-expanded"), content?.classList.contains("max-lg:hidden")]).toEqual(["true", false]);
});
