import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

// `npm run soak`: the long forms of the randomised tests, as many rounds as FUZZ_ROUNDS and its like say, from FUZZ_SEED; then the
// hostile clients beside honest ones, and processes that are killed. `npm run soak -- abuse` and `-- kills` are these alone,
// `npm run soak -- memory` is waves of sermons, `-- load` a thousand people for ten minutes, `-- rest` the REST API beside pgbench,
// `-- pooler` goes through PgBouncer, `-- disk` fills the disk, `-- clock` moves the clock, and `-- vendors` lets vendors fail.

function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const ended = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  return ended.status === 0;
}

function randomised(): boolean {
  const rounds = {
    FUZZ_ROUNDS: process.env["FUZZ_ROUNDS"] ?? "50000",
    AUTH_FUZZ_ROUNDS: process.env["AUTH_FUZZ_ROUNDS"] ?? "20000",
    SERMON_ROUNDS: process.env["SERMON_ROUNDS"] ?? "500",
    CRASH_ROUNDS: process.env["CRASH_ROUNDS"] ?? "20",
    FUZZ_SEED: process.env["FUZZ_SEED"] ?? String(Date.now()),
  };
  console.log(
    Object.entries(rounds)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
  );
  const files = [
    "tests/integration/rest-fuzz.test.ts",
    "tests/integration/auth-fuzz.test.ts",
    "tests/integration/billing-permutations.test.ts",
    "tests/integration/billing-crash.test.ts",
    "server/scripture/verse-lock-proof.slow.test.ts",
    "tests/integration/crash.test.ts",
  ];
  return run(join(ROOT, "node_modules/.bin/vitest"), ["run", "--testTimeout=3600000", ...files], rounds);
}

const soak = (file: string) => (): boolean => run(process.execPath, [join(ROOT, "tests/soak", file)]);
const alone = {
  abuse: soak("abuse.ts"),
  clock: soak("clock.ts"),
  disk: soak("disk.ts"),
  kills: soak("kills.ts"),
  load: soak("load.ts"),
  memory: soak("memory.ts"),
  pooler: soak("pooler.ts"),
  rest: soak("rest-rate.ts"),
  vendors: soak("vendors.ts"),
};
const asked = process.argv[2];
const isPart = (name: string): name is keyof typeof alone => Object.hasOwn(alone, name);

if (asked !== undefined && !isPart(asked)) {
  console.error(`There is no ${asked}: give ${Object.keys(alone).join(", ")}, or nothing.`);
  process.exitCode = 2;
} else {
  const parts = asked === undefined ? [randomised, alone.abuse, alone.kills] : [alone[asked]];
  // Runs all parts, also after a failed one.
  process.exitCode = parts.map((part) => part()).every(Boolean) ? 0 : 1;
}
