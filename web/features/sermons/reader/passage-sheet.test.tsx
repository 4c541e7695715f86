import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { translationOf } from "../../../../shared/sermon-document.ts";
import { readSermon } from "../../../../shared/sermon-text.ts";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import { OpenPassage } from "./passage.ts";
import PassageSheet from "./passage-sheet.tsx";
import { SermonText } from "./sermon-text.tsx";

const CONTENT = [
  "# Doors",
  "Paul says it in Romans 8:1, and in Jude 3.",
  "> Come to me.\n>\n> — Isaiah 40:31–41:1",
  "---",
  "Scripture: Isaiah 40:31–41:1 (King James Version; words quoted in the text: World English Bible).",
].join("\n\n");

const requested: string[] = [];
let online = true;
const chapter = (translation: string, book: string, number: number) => ({
  translation,
  book,
  name: book,
  chapter: number,
  verses: Array.from({ length: 31 }, (_, i) => ({ verse: i + 1, text: `words of ${book} ${number}:${i + 1}` })),
});

beforeEach(() => {
  requested.length = 0;
  online = true;
  vi.stubGlobal("fetch", async (address: string) => {
    requested.push(address);
    const [, , translation = "", book = "", number = ""] = address.split("/");
    return online ? Response.json(chapter(translation, book, Number.parseInt(number, 10))) : new Response("", { status: 500 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ onTap }: { onTap: () => void }) {
  const [reference, setReference] = useState<PrintedReference | null>(null);
  const blocks = readSermon(CONTENT);
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stands for the page */}
      <div onClick={onTap}>
        <OpenPassage value={setReference}>
          <SermonText blocks={blocks} />
        </OpenPassage>
      </div>
      {reference ? (
        <PassageSheet reference={reference} translation={translationOf(blocks)} open onClose={() => setReference(null)} />
      ) : null}
    </QueryClientProvider>
  );
}
const open = () => {
  const onTap = vi.fn();
  render(<Page onTap={onTap} />);
  return onTap;
};
const marked = (dialog: HTMLElement) => [...dialog.querySelectorAll("mark")].map(({ textContent }) => textContent);

test("a reference in the text opens its chapter with the verse marked, without a click on its sentence", async () => {
  const onTap = open();
  expect(document.querySelector("p")?.textContent).toBe("Paul says it in Romans 8:1, and in Jude 3.");
  fireEvent.click(screen.getByRole("button", { name: "Romans 8:1," }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("heading", { name: "Rom 8" });
  expect(requested).toEqual(["/scripture/KJV/Rom/8.json"]);
  expect(marked(dialog)).toEqual(["words of Rom 8:1"]);
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(5);
  expect(within(dialog).getByText("King James Version")).toBeDefined();
  fireEvent.click(within(dialog).getByRole("button", { name: "Show the whole chapter" }));
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(31);
  expect(onTap).not.toHaveBeenCalled();
});

test("the reference of a quotation opens every chapter it spans", async () => {
  open();
  fireEvent.click(within(document.querySelector("blockquote") ?? document.body).getByRole("button"));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("heading", { name: "Isa 41" });
  expect(marked(dialog)).toEqual(["words of Isa 40:31", "words of Isa 41:1"]);
});

const closings: [string, (dialog: HTMLElement) => void][] = [
  ["Escape", (dialog) => fireEvent.keyDown(dialog, { key: "Escape" })],
  ["its button", (dialog) => fireEvent.click(within(dialog).getByRole("button", { name: "Close" }))],
];
test.each(closings)("closed by %s, the sheet gives the focus back to the reference that opened it", async (_by, close) => {
  open();
  for (const name of ["Romans 8:1,", "Jude 3."]) {
    const reference = screen.getByRole("button", { name });
    fireEvent.click(reference);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.contains(document.activeElement)).toBe(true);
    close(dialog);
    await waitFor(() => expect(document.activeElement).toBe(reference));
  }
});

test("only the passage scrolls, under the sheet's title and close button", async () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Jude 3." }));
  const dialog = await screen.findByRole("dialog", { name: "The passage in its chapter" });
  await within(dialog).findByRole("heading", { name: "Jude 1" });
  const passage = within(dialog).getByRole("region", { name: "Passage" });
  expect(passage.tabIndex).toBe(0);
  expect(within(passage).getAllByRole("listitem")).toHaveLength(7);
  expect(within(passage).queryByRole("button", { name: "Close" })).toBeNull();
});

test("a chapter that can't be loaded shows an error with a retry button, and the sheet can be closed", async () => {
  online = false;
  open();
  fireEvent.click(screen.getByRole("button", { name: "Jude 3." }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("This passage could not be loaded.");
  online = true;
  fireEvent.click(within(dialog).getByRole("button", { name: "Try Again" }));
  await within(dialog).findByRole("heading", { name: "Jude 1" });
  expect(marked(dialog)).toEqual(["words of Jude 1:3"]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
