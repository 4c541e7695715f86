export interface ServerEvent {
  event: string;
  data: string;
}

/** Reads server-sent events (WHATWG HTML, section 9.2) as far as our server uses them: `event` and `data`. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ? decoder.decode(value, { stream: true }) : "";
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield readBlock(block);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {}); // The stream is broken already.
  }
}

function readBlock(block: string): ServerEvent {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  return { event, data: data.join("\n") };
}
