import type { Memory } from "./process-memory.ts";
import { countEndings, DELIBERATE, isServerFault, NO_ANSWER, quantile, type SamplesByName } from "./samples.ts";

/** Highest allowed ratio of the honest clients' p99 beside hostile clients to their p99 alone. */
const MAX_P99_RATIO = 3;
/** Memory counts as released when it is at most so many times what it was. */
const MAX_MEMORY_RATIO = 1.5;
/** Allowed on top for PostgreSQL, which starts small and keeps the caches of its connections. */
const POSTGRES_EXTRA_BYTES = 100 * 1024 * 1024;

export interface Findings {
  alone: SamplesByName;
  beside: SamplesByName;
  /** How the hostile clients' requests ended. */
  hostile: SamplesByName;
  /** Whether the generations that were started beside the hostile clients ended. */
  finished: boolean;
  /** Null where memory can't be read. */
  memory: { before: Memory; peak: Memory; after: Memory } | null;
  died: string | null;
}

const everything = (samples: SamplesByName): number[] => Object.values(samples).flatMap(({ ms }) => ms);
const slowest = (ms: readonly number[]): number => quantile(ms, 0.99);

export const memoryRecovered = (before: Memory, now: Memory): boolean =>
  now.node <= before.node * MAX_MEMORY_RATIO && now.postgres <= before.postgres * MAX_MEMORY_RATIO + POSTGRES_EXTRA_BYTES;

/** One line for each problem; none if the hostile clients did not affect the others. */
export function judge({ alone, beside, hostile, finished, memory, died }: Findings): string[] {
  const problems: string[] = [];
  const ratio = slowest(everything(beside)) / slowest(everything(alone));
  // Negated, so that NaN, a phase without requests, is a problem too.
  if (!(ratio <= MAX_P99_RATIO))
    problems.push(`honest p99 is ${ratio.toFixed(1)} times its own without the hostile ones (at most ${MAX_P99_RATIO})`);
  const addProblem = (what: string, count: number): void => {
    if (count > 0) problems.push(`${count} ${what}`);
  };
  // Also in the phase without hostile clients: with failures there the ratio means nothing.
  for (const [when, samples] of [
    ["alone", alone],
    ["beside hostile ones", beside],
  ] as const) {
    addProblem(
      `honest requests ${when} were answered with a 5xx`,
      countEndings(samples, (ending) => isServerFault(ending) || ending === DELIBERATE),
    );
    addProblem(
      `honest requests ${when} got no answer`,
      countEndings(samples, (ending) => ending === NO_ANSWER),
    );
    addProblem(
      `honest requests ${when} were refused`,
      countEndings(samples, (ending) => ending.startsWith("4")),
    );
  }
  addProblem("hostile requests were answered with a 5xx", countEndings(hostile, isServerFault));
  if (!finished) problems.push("a sermon that was begun beside the hostile clients did not end");
  if (died) problems.push(`the program did not live: ${died}`);
  if (memory && !memoryRecovered(memory.before, memory.after))
    problems.push(`memory did not return to ${MAX_MEMORY_RATIO} times what it was`);
  return problems;
}

const ms = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(0));
const times = (beside: number, alone: number): string => (Number.isNaN(beside / alone) ? "-" : (beside / alone).toFixed(1));

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "))
    .join("\n");
}

/** All measurements as tables of text. */
export function report({ alone, beside, hostile, memory }: Findings): string {
  const line = (name: string, a: readonly number[], b: readonly number[]): string[] => [
    name,
    `${a.length} / ${b.length}`,
    `${ms(quantile(a, 0.5))} / ${ms(quantile(b, 0.5))}`,
    times(quantile(b, 0.5), quantile(a, 0.5)),
    `${ms(slowest(a))} / ${ms(slowest(b))}`,
    times(slowest(b), slowest(a)),
  ];
  const honest = [
    ["honest, alone / beside hostile ones", "requests", "p50 ms", "ratio", "p99 ms", "ratio"],
    ...Object.keys(alone).map((verb) => line(verb, alone[verb]?.ms ?? [], beside[verb]?.ms ?? [])),
    line("all", everything(alone), everything(beside)),
  ];
  const ends = Object.entries(hostile).map(([kind, { endings }]) => [
    kind,
    Object.entries(endings)
      .map(([ending, count]) => `${ending}: ${count}`)
      .join(", "),
  ]);
  const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
  const sizes = memory
    ? [
        ["memory, MB", "before", "most", "after"],
        ["node", mb(memory.before.node), mb(memory.peak.node), mb(memory.after.node)],
        ["postgres", mb(memory.before.postgres), mb(memory.peak.postgres), mb(memory.after.postgres)],
      ]
    : [["memory is read on Linux only"]];
  return [table(honest), ends.map(([kind, met]) => `${kind}\n    ${met}`).join("\n"), table(sizes)].join("\n\n");
}
