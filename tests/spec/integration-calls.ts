/** Setup of the integration tests: which calls of the spec they make with success, through the official client. */
import { relative } from "node:path";
import { afterAll, expect } from "vitest";
import { isCall, matching } from "./calls.ts";
import { Seen } from "./reports.ts";

const seen = new Seen();
const file = relative(process.cwd(), expect.getState().testPath ?? "");
const { fetch } = globalThis;

function json(body: unknown): unknown {
  if (typeof body !== "string") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  if (response.status < 400 && isCall(pathname)) {
    const query = Object.fromEntries(searchParams);
    const call = matching({ method: init?.method ?? "GET", path: pathname, query, body: json(init?.body) });
    if (call) seen.add("calls", call.name, file);
  }
  return response;
};
afterAll(() => seen.write(file.replaceAll(/[^\w]+/g, "-")));
