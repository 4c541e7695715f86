import { expect, test } from "vitest";
import { readOutline } from "./outline.ts";
import { readSermon, textOf, type Word } from "./sermon-text.ts";
import { renderSermon, type Sermon, type SermonPart } from "./sermon.ts";

const quotation = (reference: string): SermonPart => ({
  kind: "scripture",
  quotation: { reference, text: "He leads me.", translation: "WEB" },
});
const prose: SermonPart = { kind: "prose", text: "Some words." };

const homily: Sermon = {
  title: "A Psalm for the Road",
  focus: "The *shepherd* walks with us (and ahead).",
  mainPassage: "Psalm 23",
  sections: [
    { heading: "Opening", parts: [prose, quotation("Psalm 23:1–6")] },
    { heading: "He Leads (and Feeds)", parts: [prose, prose] },
    { heading: "From He to You", parts: [prose] },
    { heading: "Gospel", parts: [prose] },
  ],
  prayer: ["Amen."],
  references: ["Psalm 23:1–6"],
  outline: {
    points: [
      { claim: "He Leads (and Feeds)", verses: "Psalm 23:1-3" },
      { claim: "From He to You", verses: "Song of Solomon 2:4" },
    ],
    questions: ["What moves from *he* to *you*?", "Who walks with you?", "Point 3: where (now)?"],
  },
};
const slow: Sermon = {
  ...homily,
  sections: [
    { heading: "The Whole", parts: [quotation("Psalm 23:1–2")] },
    { heading: "Once More, Slowly", parts: [prose, quotation("Psalm 23:1"), prose, prose, quotation("Psalm 23:2"), prose] },
    { heading: "Staying With It", parts: [prose] },
  ],
  outline: {
    points: [
      { claim: "Part 1", verses: "Psalm 23:1" },
      { claim: "Part 2", verses: "Psalm 23:2" },
    ],
    questions: [],
  },
};

function read(sermon: Sermon) {
  const blocks = readSermon(renderSermon(sermon, "Composed."));
  const found = readOutline(blocks);
  const at = (index: number) => textOf(blocks[index]?.words ?? []);
  return { blocks, found, at };
}
const texts = (all: readonly Word[][] = []) => all.map(textOf);

test("an outline is read back as it was written, with the dash of printed verses", () => {
  const { found } = read(homily);
  expect(textOf(found?.idea ?? [])).toBe("The shepherd walks with us (and ahead).");
  expect(found?.points.map(({ claim, verses }) => [claim, textOf(verses)])).toEqual([
    ["He Leads (and Feeds)", "Psalm 23:1–3"],
    ["From He to You", "Song of Solomon 2:4"],
  ]);
  expect(texts(found?.questions)).toEqual(["What moves from he to you?", "Who walks with you?", "Point 3: where (now)?"]);
  expect(found?.questions[0]?.filter(({ emphasis }) => emphasis).map(({ text }) => text)).toEqual(["he", "you?"]);
});

test("its lines are those of the notes that are not sources", () => {
  const { blocks, found } = read(homily);
  const others = blocks.filter(({ kind }, i) => kind === "note" && !found?.lines.has(i));
  expect(found?.lines.size).toBe(6);
  expect(texts(others.map(({ words }) => words))).toEqual(["Scripture: Psalm 23:1–6 (World English Bible).", "Composed."]);
});

test("a point begins with the heading that states it, and ends with the next heading", () => {
  const { found, at } = read(homily);
  const places = found?.points.map(({ place }) => place && [at(place.from), at(place.to)]);
  expect(places).toEqual([
    ["He Leads (and Feeds)", "From He to You"],
    ["From He to You", "Gospel"],
  ]);
});

test("a part without a heading begins where its verses are quoted, and ends with the next part or heading", () => {
  const { blocks, found, at } = read(slow);
  const [first, second] = found?.points.map(({ place }) => place) ?? [];
  expect([first, second].map((place) => blocks[place?.from ?? -1]?.kind)).toEqual(["scripture", "scripture"]);
  expect([first, second].map((place) => at((place?.from ?? -1) + 1))).toEqual(["— Psalm 23:1", "— Psalm 23:2"]);
  expect(first?.to).toBe(second?.from);
  expect(at(second?.to ?? -1)).toBe("Staying With It");
});

test("a passage of one part begins where it is read again", () => {
  const parts = [quotation("Jude 24")];
  const { found } = read({
    ...slow,
    sections: [
      { heading: "The Whole", parts },
      { heading: "Once More, Slowly", parts },
    ],
    outline: { points: [{ claim: "Part 1", verses: "Jude 24" }], questions: [] },
  });
  // After title, focus, and heading, quotation and reference of the whole, stands the heading of what is read again.
  expect(found?.points[0]?.place).toEqual({ from: 6, to: 8 });
});

test("a point that the text does not have is still shown", () => {
  const { found } = read({ ...homily, sections: [] });
  expect(found?.points.map(({ place }) => place)).toEqual([null, null]);
});

test("a sermon without an outline has none, whatever its text says", () => {
  const { outline: _, ...without } = homily;
  expect(read(without).found).toBeNull();
  const said = "# T\n\nIdea: x\n\nPoint 1: y (Jude 1)\n\n---\n\n";
  for (const notes of ["Idea: x", "Point 1: y (Jude 1)", "Idea: x\n\nPoint 1: y", "Idea:\n\nPoint 1: (Jude 1)"])
    expect(readOutline(readSermon(said + notes)), notes).toBeNull();
});
