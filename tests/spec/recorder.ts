import { join, relative } from "node:path";
import type { Browser, BrowserContext, Request } from "@playwright/test";
import { isCall, matching, outline, type Sent } from "./calls.ts";
import { Seen } from "./reports.ts";
import { type Report, type Wanted, watchTexts } from "./shown-texts.ts";
import { WANTED, wantedTexts } from "./wanted.ts";

const BINDING = "specReport";
const ROOT = join(import.meta.dirname, "../..");

function sent(request: Request): Sent {
  const { pathname, searchParams } = new URL(request.url());
  const json = request.headers()["content-type"]?.startsWith("application/json");
  const text = json ? request.postData() : null;
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === null ? undefined : (JSON.parse(text) as unknown),
  };
}

/**
 * Watches every page of a worker's browser: which texts of the spec it shows, which screens, which calls it makes. Never the value of
 * anything sent.
 */
export class Recorder {
  readonly #seen = new Seen();
  readonly #origin: string;
  #file = "";
  #unknown: string[] = [];

  constructor(browser: Browser, origin: string) {
    this.#origin = origin;
    browser.on("context", (context) => void this.#watch(context));
  }

  /** What follows is reached by a test of this file. */
  begin(file: string): void {
    this.#file = relative(ROOT, file);
    this.#unknown = [];
  }

  /** The calls of the test that no call of the spec, and none of ours, matches. */
  unknown(): string[] {
    return this.#unknown;
  }

  write(worker: number): void {
    this.#seen.write(`e2e-${worker}`);
  }

  async #watch(context: BrowserContext): Promise<void> {
    context.on("request", (request) => this.#called(request));
    await context.exposeBinding(BINDING, ({ frame }, shown: Parameters<Report>[0]) => {
      if (new URL(frame.url()).origin === this.#origin) this.#showed(shown);
    });
    await context.addInitScript(`(() => {
      const report = (shown) => void globalThis.${BINDING}?.(shown);
      if (window === top) (${watchTexts.toString()})(${JSON.stringify(WANTED satisfies Wanted)}, report);
    })()`);
  }

  #called(request: Request): void {
    const { origin, pathname } = new URL(request.url());
    if (origin !== this.#origin || !isCall(pathname)) return;
    const call = sent(request);
    const known = matching(call);
    if (known) this.#seen.add("calls", known.name, this.#file);
    else {
      this.#seen.add("requests", outline(call), this.#file);
      this.#unknown.push(outline(call));
    }
  }

  #showed({ texts, path, heading }: Parameters<Report>[0]): void {
    // The pages of the payments sandbox and of the inbox are none of the product's.
    if (/^\/(sandbox|inbox)\b/.test(path)) return;
    for (const text of wantedTexts(texts)) this.#seen.add("texts", text, this.#file);
    if (heading) this.#seen.add("pages", `${path} ${heading}`, this.#file);
  }
}
