import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Where scripts/test.ts collects what the runners saw. */
export const REPORTS = join(import.meta.dirname, "../../.cache/test-reports");

/** What tests reached, each with the files of the tests that did. */
export const seenReport = z.object({
  texts: z.record(z.string(), z.array(z.string())),
  /** `{path} {heading}` of every page. */
  pages: z.record(z.string(), z.array(z.string())),
  /** By the names of `CALLS`. */
  calls: z.record(z.string(), z.array(z.string())),
  /** Requests outside those, as `outline` writes them. */
  requests: z.record(z.string(), z.array(z.string())),
});
type SeenReport = z.infer<typeof seenReport>;

/** Gathers what tests reach, and writes it as `calls-{name}.json`. */
export class Seen {
  readonly #found: Record<keyof SeenReport, Map<string, Set<string>>> = {
    texts: new Map(),
    pages: new Map(),
    calls: new Map(),
    requests: new Map(),
  };

  add(kind: keyof SeenReport, what: string, test: string): void {
    const tests = this.#found[kind].get(what) ?? new Set();
    this.#found[kind].set(what, tests.add(test));
  }

  write(name: string): void {
    const plain = (found: Map<string, Set<string>>) => Object.fromEntries([...found].map(([what, tests]) => [what, [...tests]]));
    const { texts, pages, calls, requests } = this.#found;
    const report: SeenReport = { texts: plain(texts), pages: plain(pages), calls: plain(calls), requests: plain(requests) };
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(join(REPORTS, `calls-${name}.json`), JSON.stringify(report, null, 1));
  }
}
