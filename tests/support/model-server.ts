import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** How one request is answered. */
export interface Reply {
  /** What the model writes, in pieces of a few letters. */
  text?: string;
  /** Why it ends; "refusal" is the vendor's own way of declining. */
  ends?: "stop" | "length" | "refusal";
  /** HTTP status of an error answer, in place of any text. */
  status?: number;
  headers?: Record<string, string>;
  /** Code in the body of that error. */
  code?: string;
  /** The request is never answered. */
  silent?: boolean;
  /** Number of pieces after which the stream stalls, the connection is closed, or a piece is not JSON. */
  hangsAfter?: number;
  cutAfter?: number;
  garbageAfter?: number;
}

export type Dialect = "openai" | "anthropic" | "google" | "openai-compatible";

export interface ModelRequest {
  dialect: Dialect;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

export interface ModelServer {
  /** Base address for a vendor, as its SDK expects it. */
  urlFor(dialect: Dialect): string;
  requests: ModelRequest[];
  /** Answers the next requests in this order, and all that follow with the last. */
  reply(...replies: Reply[]): void;
  close(): Promise<void>;
}

export const USAGE = { input: 2000, output: 900 };

const PATHS: readonly [RegExp, Dialect][] = [
  [/^\/openai\/v1\/responses$/, "openai"],
  [/^\/anthropic\/v1\/messages$/, "anthropic"],
  [/^\/google\/v1beta\/models\/[^/]+:streamGenerateContent/, "google"],
  [/^\/compatible\/v1\/chat\/completions$/, "openai-compatible"],
];
const BASES: Record<Dialect, string> = {
  openai: "/openai/v1",
  anthropic: "/anthropic/v1",
  google: "/google/v1beta",
  "openai-compatible": "/compatible/v1",
};

/** The events of each vendor's stream: before the text, around a piece of it, and after it. */
const WIRE: Record<
  Dialect,
  { open: object[]; piece: (text: string) => object; close: (ends: NonNullable<Reply["ends"]>) => (object | string)[] }
> = {
  // https://platform.openai.com/docs/api-reference/responses-streaming
  openai: {
    open: [
      { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
      { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "i" } },
    ],
    piece: (delta) => ({ type: "response.output_text.delta", item_id: "i", output_index: 0, delta }),
    close: (ends) => [
      ...(ends === "refusal" ? [{ type: "response.refusal.delta", item_id: "i", delta: "I can’t help with that." }] : []),
      { type: "response.output_item.done", output_index: 0, item: { type: "message", id: "i", content: [] } },
      {
        type: ends === "length" ? "response.incomplete" : "response.completed",
        response: {
          ...(ends === "length" && { incomplete_details: { reason: "max_output_tokens" } }),
          usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
        },
      },
    ],
  },
  // https://docs.anthropic.com/en/api/messages-streaming
  anthropic: {
    open: [
      { type: "message_start", message: { id: "m", model: "m", role: "assistant", usage: { input_tokens: USAGE.input } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
    ],
    piece: (text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    close: (ends) => [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[ends], stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      },
      { type: "message_stop" },
    ],
  },
  // https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
  google: {
    open: [],
    piece: (text) => ({ candidates: [{ content: { parts: [{ text }], role: "model" } }] }),
    close: (ends) => [
      {
        candidates: [{ finishReason: { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[ends] }],
        usageMetadata: {
          promptTokenCount: USAGE.input,
          candidatesTokenCount: USAGE.output,
          totalTokenCount: USAGE.input + USAGE.output,
        },
      },
    ],
  },
  // https://platform.openai.com/docs/api-reference/chat-streaming, as Ollama, vLLM and llama.cpp speak it
  "openai-compatible": {
    open: [{ id: "c", created: 1, model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }],
    piece: (content) => ({ id: "c", created: 1, model: "m", choices: [{ index: 0, delta: { content } }] }),
    close: (ends) => [
      {
        id: "c",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta: {}, finish_reason: { stop: "stop", length: "length", refusal: "content_filter" }[ends] }],
        usage: {
          prompt_tokens: USAGE.input,
          completion_tokens: USAGE.output,
          total_tokens: USAGE.input + USAGE.output,
        },
      },
      "[DONE]",
    ],
  },
};

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

function stream(response: ServerResponse, dialect: Dialect, reply: Reply): void {
  const wire = WIRE[dialect];
  const send = (event: object | string): void => {
    // Anthropic names its events; the name is the type.
    const name = dialect === "anthropic" && typeof event === "object" && "type" in event ? `event: ${String(event.type)}\n` : "";
    response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
  response.flushHeaders();
  if (reply.silent) return;
  wire.open.forEach(send);
  const pieces = (reply.text ?? "").match(/[\s\S]{1,40}/gu) ?? [];
  for (const [i, piece] of pieces.entries()) {
    if (i === reply.hangsAfter) return;
    // Flushes first, so that the client gets the pieces before the connection closes.
    if (i === reply.cutAfter) return void response.write("", () => response.destroy());
    if (i === reply.garbageAfter) send("{not json");
    send(wire.piece(piece));
  }
  wire.close(reply.ends ?? "stop").forEach(send);
  response.end();
}

/** A model vendor on loopback: answers in the streaming formats of all four dialects, faults included. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let replies: Reply[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const dialect = PATHS.find(([path]) => path.test(request.url ?? ""))?.[1];
      const body = await readBody(request);
      if (!dialect) return response.writeHead(404).end("{}");
      requests.push({ dialect, headers: request.headers, body });
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
      if (!reply.status) return stream(response, dialect, reply);
      const error = { message: "refused", type: "error", code: reply.code ?? null, status: "REFUSED" };
      return response
        .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
        .end(JSON.stringify({ type: "error", error: dialect === "google" ? { ...error, code: reply.status } : error }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (dialect) => `http://127.0.0.1:${port}${BASES[dialect]}`,
    requests,
    reply: (...given) => {
      replies = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
