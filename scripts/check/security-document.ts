import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = "docs/security.md";

/** Paths to check: below these folders of the root, or of `tests/`. */
const PATH = /^(?:(?:docs|packages|scripts|server|shared|supabase|tests|web)|(?:e2e|integration|rls|soak))\/[\w./-]+$/;
const STATES = ["held", "partly", "open", "not ours"] as const;
/** Number of requirements of ASVS 4.0.3 for level 2, by chapter; deleted ones and those for level 3 alone do not count. */
const REQUIREMENTS = {
  V1: 38,
  V2: 53,
  V3: 18,
  V4: 9,
  V5: 30,
  V6: 13,
  V7: 12,
  V8: 15,
  V9: 7,
  V10: 5,
  V11: 8,
  V12: 15,
  V13: 13,
  V14: 23,
};

/** Whether a name in the document refers to an existing file or folder; a name without an extension refers to a test. */
export function referenceExists(name: string, exists: (path: string) => boolean): boolean {
  const isFile = /\.\w+$/.test(name.split("/").at(-1) ?? "") && exists(name);
  const endings = [".test.ts", ".db.test.ts", ".slow.test.ts", ".test.tsx", ".e2e.ts"];
  return (
    isFile || [name, `tests/${name}`].some((path) => endings.some((ending) => exists(`${path}${ending}`)) || exists(`${path}/`))
  );
}

interface Row {
  number: string;
  state: string;
  answer: string;
}

function readRows(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [, number = "", , state = "", answer = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, state, answer }] : [];
  });
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, name = ""]) => (PATH.test(name) ? [name] : []));

/** One line for each missing file, and each requirement without an answer or with two. */
export function findProblems(
  text: string,
  exists: (path: string) => boolean,
  requirements: Record<string, number> = REQUIREMENTS,
): string[] {
  const problems = [...new Set(namesIn(text))]
    .filter((name) => !referenceExists(name, exists))
    .map((name) => `${name} does not exist`);
  const rows = readRows(text);
  for (const [chapter, count] of Object.entries(requirements)) {
    const own = rows.filter(({ number }) => `V${number.split(".")[0]}` === chapter);
    const numbers = new Set(own.map(({ number }) => number));
    if (numbers.size !== count) problems.push(`${chapter} has ${numbers.size} requirements, not ${count}`);
    if (own.length !== numbers.size) problems.push(`${chapter} answers a requirement twice`);
  }
  for (const { number, state, answer } of rows) {
    if (!STATES.some((known) => known === state)) problems.push(`${number} has no state of ${STATES.join(", ")}`);
    else if (!answer) problems.push(`${number} gives no reason`);
    else if ((state === "held" || state === "partly") && namesIn(answer).length === 0)
      problems.push(`${number} names nothing that shows it`);
  }
  return problems;
}

/** The tests and files that docs/security.md names exist, and each requirement of ASVS level 2 has an answer there. */
export function checkSecurityDocument(): string[] {
  const text = readFileSync(join(ROOT, DOCUMENT), "utf8");
  return findProblems(text, (path) => existsSync(join(ROOT, path))).map((problem) => `${DOCUMENT}: ${problem}`);
}
