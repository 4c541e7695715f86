import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { readDocument } from "../../../../shared/sermon-document.ts";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { OpenPassage } from "./passage.ts";
import { PrintedOrigin } from "./printed-notes.tsx";
import { SermonText } from "./sermon-text.tsx";

afterEach(cleanup);

const CONTENT = `# Rest

Come in.

> Come to me, all you who labor.
>
> — Matthew 11:28

And then:

> Be still, and know that I am God.
>
> — Psalm 46:10

---

Scripture: Matthew 11:28 (World English Bible).`;

test("on paper references are numbered notes, those of the PDF, and on the screen they stand under their quotations", () => {
  const blocks = readSermon(CONTENT);
  const { container } = render(
    <OpenPassage value={() => {}}>
      <SermonText blocks={blocks} withIds />
    </OpenPassage>,
  );
  const quotations = [...container.querySelectorAll("blockquote")];
  expect(quotations.map((quotation) => quotation.querySelector<HTMLElement>("[data-note]")?.dataset["note"])).toEqual(["1", "2"]);
  const onScreen = quotations.map((quotation) => quotation.querySelector("[class*='print:hidden']")?.textContent);
  expect(onScreen).toEqual(["— Matthew 11:28", "— Psalm 46:10"]);
  const notes = [...container.querySelectorAll("[class~='hidden'] > p")].map(({ textContent }) => textContent);
  const { footnotes } = readDocument(CONTENT);
  expect(notes).toEqual(footnotes.map(({ number, reference, translation }) => `${number} ${reference}, ${translation}`));
  expect(notes).toHaveLength(2);
});

test("on paper the passage and the day stand under the title, as in the PDF", () => {
  const { container } = render(<PrintedOrigin blocks={readSermon(CONTENT)} createdAt="2026-11-25T23:30:00-05:00" />);
  const lines = [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
  expect(lines).toEqual(["Matthew 11:28, World English Bible", "November 26, 2026"]);
});

test("a text that is one of several on its page has no notes", () => {
  const { container } = render(
    <OpenPassage value={() => {}}>
      <SermonText blocks={readSermon(CONTENT)} />
    </OpenPassage>,
  );
  expect(container.querySelector("[data-note], [class~='hidden'], [class*='print:hidden']")).toBeNull();
});
