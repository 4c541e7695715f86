import { embeddedInstallation, sharedInstallation } from "./installations.ts";
import { endRun, keepLedger, passesAudit } from "./ledger.ts";
import { quantile } from "./samples.ts";

// Kills processes with SIGKILL, restarts PostgreSQL, lets it stand still and fail over while people use them, round after round, and compares
// what was acknowledged with what is there. Exits with 1 if anything is lost or doubled.

const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 100);
/** Acknowledged calls before each kill. */
const CALLS = 40;

let passed = true;
for (const install of [embeddedInstallation, sharedInstallation]) {
  const installation = await install();
  try {
    const ledger = await keepLedger(installation);
    const times = new Map<string, number[]>(installation.kinds.map((faults) => [faults.join(" and "), []]));
    for (let round = 0; round < Math.ceil(ROUNDS / 2); round++) {
      const faults = installation.kinds[round % installation.kinds.length] ?? [];
      await ledger.askForSermon();
      await ledger.more(CALLS);
      const began = performance.now();
      const waited = await installation.inflict(faults);
      times.get(faults.join(" and "))?.push((performance.now() - began) / 1000 - waited);
    }
    passed = (await passesAudit(ledger, installation, `${installation.name}: ${Math.ceil(ROUNDS / 2)} rounds`)) && passed;
    for (const [faults, seconds] of times)
      if (seconds.length > 0)
        console.log(
          `  ${faults}, ${seconds.length} times: back after ${quantile(seconds, 0.5).toFixed(1)} s (median), ${quantile(seconds, 1).toFixed(1)} s at most, without the supervisor's waits`,
        );
  } finally {
    await installation.stop();
  }
}
endRun(passed);
