import { expect, test, vi } from "vitest";
import { callEndpoint, streamEndpoint } from "../../../lib/call-endpoint.ts";
import { generateText, type TextRequest } from "./generate-text.ts";

vi.mock("../../../lib/call-endpoint.ts", { spy: true });
vi.mock("./event-stream.ts", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const generationId = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const request: TextRequest = {
  prompt: "rest",
  duration: "5",
  userId: generationId,
  voice: "John",
  reading: undefined,
  nobodyInDanger: undefined,
  idempotencyKey: generationId,
};

test("where the reader of events can't be fetched, the finished text is asked for", async () => {
  vi.mocked(callEndpoint).mockResolvedValue({ sermon: "# Rest", generationId });
  const written = generateText(request, { signal: new AbortController().signal, onStarted: () => {}, onDraft: () => {} });
  expect(await written).toEqual({ kind: "text", content: "# Rest", generationId });
  expect(streamEndpoint).not.toHaveBeenCalled();
});
