/**
 * `npm run spec-coverage`: holds what the last run of the tests reached against the spec. A route, text or call that no test reached
 * and docs/spec-coverage.md does not explain is a failure, and so is an explanation that is not needed. Runs at the end of `npm test`.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CALLS } from "./calls.ts";
import { REPORTS, seenReport } from "./reports.ts";
import { ROUTES } from "./routes.ts";
import { asPattern, TEXTS } from "./texts.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXPLAINED = "docs/spec-coverage.md";

interface Item {
  kind: "route" | "text" | "call";
  section: string;
  name: string;
  /** Files of the tests that reach it. */
  tests: string[];
}

type Found = Record<string, string[]>;

function readReports(): Record<"texts" | "pages" | "calls", Found> {
  const all = { texts: {} as Found, pages: {} as Found, calls: {} as Found };
  for (const file of globSync("calls-*.json", { cwd: REPORTS })) {
    const report = seenReport.parse(JSON.parse(readFileSync(join(REPORTS, file), "utf8")));
    for (const kind of ["texts", "pages", "calls"] as const)
      for (const [what, tests] of Object.entries(report[kind]))
        all[kind][what] = [...new Set([...(all[kind][what] ?? []), ...tests])];
  }
  return all;
}

/** Tests that name a text: a word or two must stand alone in quotes, a sentence may be part of one. */
function namedIn(sources: Map<string, string>, text: string): string[] {
  const pattern = asPattern(text);
  const short = text.split(" ").length < 4;
  const named = new RegExp(short ? `(["'\`/])[\\^]?${pattern}[$]?\\1` : pattern);
  return [...sources].flatMap(([file, source]) => (named.test(source) ? [file] : []));
}

function readItems(): Item[] {
  const { texts, pages, calls } = readReports();
  const files = globSync(["{web,shared,server,scripts}/**/*.test.{ts,tsx}", "tests/**/*.{test,e2e}.ts"], { cwd: ROOT });
  const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  const shown = (at: RegExp, heading: RegExp): string[] =>
    Object.entries(pages).flatMap(([page, tests]) => {
      const [path = "", title = ""] = page.split(/ (.*)/s);
      return at.test(path) && heading.test(title) ? tests : [];
    });
  return [
    ...ROUTES.map(({ section, path, at, heading }): Item => ({ kind: "route", section, name: path, tests: shown(at, heading) })),
    ...Object.entries(TEXTS).flatMap(([section, names]) =>
      names.map((name): Item => ({ kind: "text", section, name, tests: texts[name] ?? namedIn(sources, name) })),
    ),
    ...CALLS.map(({ section, name }): Item => ({ kind: "call", section, name, tests: calls[name] ?? [] })),
  ];
}

/** Rows ``| text | `what` | why |`` of the document's table. */
function readExplanations(): { kind: string; name: string }[] {
  const rows = readFileSync(join(ROOT, EXPLAINED), "utf8").matchAll(/^\| *(route|text|call) *\| *`([^`]+)` *\| *(\S.*?) *\|$/gm);
  return [...rows].map(([, kind = "", name = ""]) => ({ kind, name }));
}

const items = readItems();
const explanations = readExplanations();
const isOf = (item: Item) => (row: { kind: string; name: string }) => row.kind === item.kind && row.name === item.name;
const missing = items.filter((item) => item.tests.length === 0 && !explanations.some(isOf(item)));
const stale = explanations.filter((row) => !items.some((item) => isOf(item)(row) && item.tests.length === 0));

for (const [section, group] of Map.groupBy(items, ({ kind, section }) => `${section} (${kind}s)`)) {
  const covered = group.filter(({ tests }) => tests.length > 0).length;
  const explained = group.filter((item) => item.tests.length === 0 && explanations.some(isOf(item))).length;
  console.log(`${section}: ${covered} of ${group.length}${explained > 0 ? `, ${explained} explained` : ""}`);
}
for (const { kind, section, name } of missing) console.log(`FAILED no test reaches the ${kind} ${name} (${section})`);
for (const { kind, name } of stale) console.log(`FAILED ${EXPLAINED} explains the ${kind} ${name}, which needs none`);

const failed = missing.length + stale.length > 0;
writeFileSync(
  join(REPORTS, "spec-coverage.json"),
  JSON.stringify({ passed: failed ? 0 : 1, failed: failed ? 1 : 0, items }, null, 1),
);
process.exitCode = failed ? 1 : 0;
