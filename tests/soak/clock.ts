import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { embeddedInstallation } from "./installations.ts";
import { endRun, keepLedger, passesAudit } from "./ledger.ts";

// Lets the program's clock jump forth and back while people use it, and compares what was acknowledged with what is there. PostgreSQL keeps the
// true time, as on a machine of its own, so the two differ. libfaketime moves the clock (Debian's package is called faketime); timers go on
// as they are. Exits with 1 if anything is lost or doubled.

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const ROUNDS = Number(process.env["CLOCK_ROUNDS"] ?? 12);
/** Seconds from the true time, one after the other. A session lasts an hour, and the people here sign in once. */
const OFFSETS = [90, 0, 1200, 0, 2400, -1200, 0];
const CALLS = 60;

if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: install Debian's package faketime`);
const folder = await mkdtemp(join(tmpdir(), "lampstand-clock-"));
const clock = join(folder, "offset");
const setClock = (seconds: number): Promise<void> => writeFile(clock, seconds < 0 ? `${seconds}` : `+${seconds}`);
await setClock(0);

let passed = false;
try {
  const installation = await embeddedInstallation({
    settings: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  try {
    const ledger = await keepLedger(installation);
    const expectClock = async (offset: number): Promise<void> => {
      const deadline = performance.now() + 5000;
      for (;;) {
        const { headers } = await fetch(`${installation.urls[0]}/livez`);
        const jumped = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1000;
        // The header has whole seconds, and Node.js makes it once a second.
        if (Math.abs(jumped - offset) < 3) return;
        if (performance.now() > deadline) throw new Error(`the clock is ${jumped} s away in place of ${offset} s`);
        await pause(100);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      const offset = OFFSETS[round % OFFSETS.length] ?? 0;
      await ledger.askForSermon();
      await ledger.more(CALLS / 2);
      await setClock(offset);
      await expectClock(offset);
      const began = performance.now();
      await ledger.more(CALLS);
      console.log(
        `the clock at ${offset} s: ${CALLS} calls acknowledged in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      );
    }
    await setClock(0);
    passed = await passesAudit(ledger, installation, `The clock jumped ${ROUNDS} times`);
  } finally {
    await installation.stop();
  }
} finally {
  await rm(folder, { recursive: true });
}
endRun(passed);
