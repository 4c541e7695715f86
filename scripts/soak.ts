import { spawnSync } from "node:child_process";
import { join } from "node:path";

// The long forms of the randomised tests: as many rounds as FUZZ_ROUNDS says, from FUZZ_SEED.
const rounds = process.env["FUZZ_ROUNDS"] ?? "50000";
const authRounds = process.env["AUTH_FUZZ_ROUNDS"] ?? "20000";
const sermons = process.env["SERMON_ROUNDS"] ?? "500";
const kills = process.env["CRASH_ROUNDS"] ?? "20";
const seed = process.env["FUZZ_SEED"] ?? String(Date.now());
console.log(
  `FUZZ_ROUNDS=${rounds} AUTH_FUZZ_ROUNDS=${authRounds} SERMON_ROUNDS=${sermons} CRASH_ROUNDS=${kills} FUZZ_SEED=${seed}`,
);
const run = spawnSync(
  join(import.meta.dirname, "../node_modules/.bin/vitest"),
  [
    "run",
    "--testTimeout=3600000",
    "tests/integration/rest-fuzz.test.ts",
    "tests/integration/auth-odd-bodies.test.ts",
    "tests/integration/billing-permutations.test.ts",
    "tests/integration/billing-crash.test.ts",
    "server/adapters/writer/scripture/verse-lock-proof.test.ts",
    "tests/integration/crash.test.ts",
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      FUZZ_ROUNDS: rounds,
      AUTH_FUZZ_ROUNDS: authRounds,
      SERMON_ROUNDS: sermons,
      CRASH_ROUNDS: kills,
      FUZZ_SEED: seed,
    },
    shell: process.platform === "win32",
  },
);
process.exitCode = run.status ?? 1;
