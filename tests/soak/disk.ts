import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, statfs, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { embeddedInstallation } from "./installations.ts";
import { endRun, keepLedger, passesAudit } from "./ledger.ts";

// Fills the disk of an installation while people use it, to within some bytes that differ from round to round, so that the write that fails is
// another one each time, and compares what was acknowledged with what is there once there is room again. The disk is a tmpfs of its own, so
// it needs Linux and root. Exits with 1 if anything is lost, doubled or unreadable.

const ROUNDS = Number(process.env["DISK_ROUNDS"] ?? 20);
const DISK_MB = 600;
/** Before and after a full disk. */
const CALLS = 30;
const FULL_MS = 4000;
/** At most this much is left. */
const LEFT_BYTES = 4_000_000;

const run = promisify(execFile);
const disk = await mkdtemp(join(tmpdir(), "lampstand-disk-"));
await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk]);
const filler = join(disk, "filler");
const free = async (): Promise<number> => {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
};

let passed = false;
try {
  const dataDir = join(disk, "data");
  await mkdir(dataDir);
  const installation = await embeddedInstallation({ dataDir });
  try {
    const ledger = await keepLedger(installation);
    for (let round = 0; round < ROUNDS; round++) {
      await ledger.askForSermon();
      await ledger.more(CALLS);
      const left = Math.floor((LEFT_BYTES * round) / ROUNDS);
      // Small pieces, since others write meanwhile.
      for (let bytes = await free(); bytes > left; bytes = await free())
        await writeFile(filler, Buffer.alloc(Math.min(bytes - left, 10_000_000)), { flag: "a" }).catch(() => {});
      await pause(FULL_MS);
      const began = performance.now();
      await truncate(filler);
      await installation.inflict([]);
      await ledger.more(1);
      console.log(`full but for ${left} bytes: answers again after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    passed = await passesAudit(ledger, installation, `The disk was full ${ROUNDS} times`);
  } finally {
    await installation.stop();
  }
} finally {
  await run("umount", [disk]);
  await rm(disk, { recursive: true });
}
endRun(passed);
