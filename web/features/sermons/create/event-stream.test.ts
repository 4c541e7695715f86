import { expect, test } from "vitest";
import { readEvents } from "./event-stream.ts";

/** A body that arrives in the given pieces. */
function arriving(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
async function read(pieces: readonly Uint8Array<ArrayBuffer>[]) {
  const found = [];
  for await (const event of readEvents(arriving(pieces))) found.push(event);
  return found;
}
const bytes = new TextEncoder().encode(
  'event: text\ndata: {"text":"Zoë’s"}\n\nevent: done\r\ndata: a\r\ndata: b\r\n\r\nevent: cut',
);
const expected = [
  { event: "text", data: '{"text":"Zoë’s"}' },
  { event: "done", data: "a\nb" },
];

test("events are read whole, and one that was cut off is left out", async () => {
  expect(await read([bytes])).toEqual(expected);
});

test("it does not matter where the network cuts, not even within a letter", async () => {
  for (let at = 1; at < bytes.length; at++)
    expect(await read([bytes.slice(0, at), bytes.slice(at)]), `cut at ${at}`).toEqual(expected);
});
