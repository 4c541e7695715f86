import { expect, test } from "vitest";
import { readSermon } from "../../shared/sermon-text.ts";
import { createPartialText } from "./partial-text.ts";

const TEXT = "# Rest\n\n*Come.*\n\n## One\n\nRest for tonight.\n\n> Come to me.\n>\n> — Matthew 11:28\n\n- One.\n- Two.\n\nAmen.";
const IMAGE = { theme: "rest", mood: "peace", seed: "1" } as const;

async function wordsOf(blocks: AsyncIterable<{ words: { text: string }[] }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { words } of blocks) found.push(words.map(({ text }) => text).join(" "));
  return found;
}

test("each paragraph can be spoken once it is finished, wherever the pieces of the text are cut", async () => {
  const spoken = await wordsOf(
    (async function* () {
      yield* readSermon(TEXT).filter((block) => block.spoken);
    })(),
  );
  for (const size of [1, 2, 3, 7, 1000]) {
    const partial = createPartialText();
    for (let at = 0; at < TEXT.length; at += size) partial.append(TEXT.slice(at, at + size));
    partial.end({ image: IMAGE });
    // The last has no end but the text's.
    expect(await wordsOf(partial.blocks), `pieces of ${size}`).toEqual(spoken.slice(0, -1));
  }
});

test("speaking can begin at the first finished paragraph, drawing when the picture is known", async () => {
  const partial = createPartialText();
  const notYet = Promise.resolve("not yet");
  partial.append("# Rest\n");
  expect(await Promise.race([partial.begun, notYet])).toBe("not yet");
  partial.append("\n*Co");
  expect(await partial.begun).toBe(true);
  expect(await Promise.race([partial.image, notYet])).toBe("not yet");
  partial.showImage(IMAGE);
  expect(await partial.image).toBe(IMAGE);
});

test("a writer that tells nothing before the end is waited for, and without a text nothing begins", async () => {
  const whole = createPartialText();
  whole.end({ image: IMAGE });
  expect([await whole.begun, await whole.image, await wordsOf(whole.blocks)]).toEqual([true, IMAGE, []]);
  const none = createPartialText();
  none.end(null);
  expect([await none.begun, await none.image]).toEqual([false, null]);
});

test("nothing is spoken from a paragraph that would endanger its hearer on, nor what is too long for one call", async () => {
  const harmful = createPartialText();
  harmful.append("# Rest\n\nYou should kill yourself.\n\nAmen.\n\n");
  harmful.append("More.\n\n");
  harmful.end(null);
  expect(await wordsOf(harmful.blocks)).toEqual([]);
  const slowly = createPartialText();
  for (const part of ["# Rest\n\n", "You should kill yourself.\n\n", "Amen.\n\n"]) slowly.append(part);
  slowly.end(null);
  expect(await wordsOf(slowly.blocks)).toEqual(["Rest"]);
  const long = createPartialText();
  for (const part of ["# Rest\n\n", `${"word ".repeat(3_000)}.\n\n`, "Amen.\n\n"]) long.append(part);
  long.end({ image: IMAGE });
  expect(await wordsOf(long.blocks)).toEqual(["Rest"]);
});
