import { chmod, cp, mkdir, mkdtemp, readdir, readlink, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Binaries, locateBinaries, programPath } from "./binaries.ts";
import { chooseEndpoint } from "./endpoint.ts";
import { namespaceIdentity, nobodyIdentity, ownIdentity, runAs } from "./identity.ts";
import { clusterExists, createCluster } from "./initdb.ts";
import { chooseRuntime } from "./runtime.ts";
import { startServerProcess } from "./server-process.ts";

const root = process.getuid?.() === 0;
let home: string;
let dataDir: string;
let binaries: Binaries;
let said: string[];
const onProgress = (message: string): void => void said.push(message);

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "runtime-")));
  dataDir = join(home, "data");
  await mkdir(dataDir, { mode: 0o700 });
  binaries = await locateBinaries();
  said = [];
  return () => rm(home, { recursive: true });
});

test("an ordinary user's PostgreSQL is installed and kept where it is", async () => {
  const runtime = await chooseRuntime(dataDir, binaries, { onProgress, identities: [ownIdentity()] });
  expect(runtime).toMatchObject({ binaries, cluster: join(dataDir, "postgres"), identity: { become: undefined } });
  expect(said).toEqual([]);
});

describe.runIf(root)("as root, where user namespaces are forbidden", () => {
  const forbidden = { ...namespaceIdentity(), prefix: ["false"] };
  const identities = [forbidden, nobodyIdentity()];

  test("PostgreSQL runs as nobody on the data directory itself if only that was closed", async () => {
    await chmod(home, 0o755);
    const runtime = await chooseRuntime(dataDir, binaries, { onProgress, identities, stateDir: join(home, "state") });
    expect(runtime.cluster).toBe(join(dataDir, "postgres"));
    expect(said[0]).toContain("as the user nobody");
    await createCluster(runtime, "secret", false);
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
    expect((await stat(runtime.cluster)).uid).toBe(nobodyIdentity().owner?.uid);

    // The next start may use namespaces again: the files become root's.
    if ((await runAs(namespaceIdentity(), "/bin/true", [])).code !== 0) return;
    const later = await chooseRuntime(dataDir, binaries, { onProgress, identities: [namespaceIdentity()] });
    expect(await clusterExists(later)).toBe(true);
    expect((await stat(join(later.cluster, "base"))).uid).toBe(0);
  });

  test("programs and data below a closed home are placed where nobody can reach them, and found again", async () => {
    // Stands for /var/lib: outside the closed home.
    const stateDir = await mkdtemp(join(tmpdir(), "state-"));
    try {
      await rm(stateDir, { recursive: true });
      const closed = { ...binaries, root: join(home, "native") };
      await cp(binaries.root, closed.root, { recursive: true, verbatimSymlinks: true });
      const runtime = await chooseRuntime(dataDir, closed, { onProgress, identities, stateDir });
      await createCluster(runtime, "secret", false);
      expect(await readlink(join(dataDir, "postgres"))).toBe(runtime.cluster);

      const again = await chooseRuntime(dataDir, closed, { onProgress, identities, stateDir });
      expect(again).toEqual(runtime);
      expect(programPath(again.binaries, "postgres").startsWith(stateDir)).toBe(true);
      expect(await readdir(stateDir)).toHaveLength(2);

      const server = startServerProcess(again, await chooseEndpoint(again.identity), { fsync: "off" }, join(dataDir, "log"));
      expect(await server.ready).toBe(true);
      expect((await stat(`/proc/${server.pid}`)).uid).toBe(nobodyIdentity().owner?.uid);
      await server.stop();
      expect(await server.exited).toEqual({ expected: true, code: 0, signal: null });
    } finally {
      await rm(stateDir, { recursive: true, force: true });
    }
  });
});
