import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";

/** Reads server-sent events (WHATWG HTML, section 9.2). */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<EventSourceMessage> {
  // Not `for await` over the stream itself, which Safari learned late.
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // The stream is broken already.
  }
}
