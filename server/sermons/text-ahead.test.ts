import { expect, test } from "vitest";
import { readSermon } from "../../shared/sermon-text.ts";
import { createTextAhead } from "./text-ahead.ts";

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
    const ahead = createTextAhead();
    for (let at = 0; at < TEXT.length; at += size) ahead.append(TEXT.slice(at, at + size));
    ahead.end({ image: IMAGE });
    // The last has no end but the text's.
    expect(await wordsOf(ahead.blocks), `pieces of ${size}`).toEqual(spoken.slice(0, -1));
  }
});

test("speaking can begin at the first finished paragraph, drawing when the picture is known", async () => {
  const ahead = createTextAhead();
  const notYet = Promise.resolve("not yet");
  ahead.append("# Rest\n");
  expect(await Promise.race([ahead.begun, notYet])).toBe("not yet");
  ahead.append("\n*Co");
  expect(await ahead.begun).toBe(true);
  expect(await Promise.race([ahead.image, notYet])).toBe("not yet");
  ahead.showImage(IMAGE);
  expect(await ahead.image).toBe(IMAGE);
});

test("a writer that tells nothing before the end is waited for, and without a text nothing begins", async () => {
  const whole = createTextAhead();
  whole.end({ image: IMAGE });
  expect([await whole.begun, await whole.image, await wordsOf(whole.blocks)]).toEqual([true, IMAGE, []]);
  const none = createTextAhead();
  none.end(null);
  expect([await none.begun, await none.image]).toEqual([false, null]);
});

test("nothing is spoken from a paragraph that would endanger its hearer on, nor what is too long for one call", async () => {
  const harmful = createTextAhead();
  harmful.append("# Rest\n\nYou should kill yourself.\n\nAmen.\n\n");
  harmful.append("More.\n\n");
  harmful.end(null);
  expect(await wordsOf(harmful.blocks)).toEqual([]);
  const slowly = createTextAhead();
  for (const part of ["# Rest\n\n", "You should kill yourself.\n\n", "Amen.\n\n"]) slowly.append(part);
  slowly.end(null);
  expect(await wordsOf(slowly.blocks)).toEqual(["Rest"]);
  const long = createTextAhead();
  for (const part of ["# Rest\n\n", `${"word ".repeat(3_000)}.\n\n`, "Amen.\n\n"]) long.append(part);
  long.end({ image: IMAGE });
  expect(await wordsOf(long.blocks)).toEqual(["Rest"]);
});
