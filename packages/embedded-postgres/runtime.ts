import { chmod, chown, cp, lchown, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Binaries, programPath } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { identitiesToTry, type Identity, runAs } from "./identity.ts";

/** The user and programs that run PostgreSQL, and the path of its cluster. */
export interface Runtime {
  identity: Identity;
  binaries: Binaries;
  /** Real path of the cluster directory; it may not exist yet, its parent does and the identity can reach it. */
  cluster: string;
}

interface RuntimeOptions {
  onProgress: (message: string) => void;
  /** Tried in this order. */
  identities?: readonly Identity[];
  /** Where root puts files that `nobody` could not reach otherwise, such as those of a clone below a 0700 home. */
  stateDir?: string;
}

/** Chooses the runtime for a data directory (a real path), and changes the owner of an existing cluster if needed. */
export async function chooseRuntime(dataDir: string, binaries: Binaries, options: RuntimeOptions): Promise<Runtime> {
  const { onProgress, identities = identitiesToTry(), stateDir = "/var/lib/lampstand" } = options;
  for (const identity of identities) {
    if (identity.become !== undefined) {
      onProgress(`PostgreSQL runs ${identity.label}.`);
      const reachable = await reachableBinaries(identity, binaries, stateDir, onProgress);
      return handOver({
        identity,
        binaries: reachable,
        cluster: await reachableCluster(identity, dataDir, stateDir, onProgress),
      });
    }
    const runtime = { identity, binaries, cluster: await clusterPath(dataDir) };
    if (identity.prefix.length === 0) return runtime;
    if ((await runs(identity, binaries)) && (await allows(identity, "-w", dataDir))) {
      onProgress(`PostgreSQL runs ${identity.label}.`);
      return handOver(runtime);
    }
  }
  throw new EmbeddedPostgresError("data_dir_unusable", `PostgreSQL cannot be run on ${dataDir}.`);
}

/** The real path of `<dataDir>/postgres`, which is the cluster or a link to it. It need not exist. */
export async function clusterPath(dataDir: string): Promise<string> {
  const path = join(dataDir, "postgres");
  return realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return path;
  });
}

async function runs(identity: Identity, binaries: Binaries): Promise<boolean> {
  return (await runAs(identity, programPath(binaries, "postgres"), ["--version"])).code === 0;
}

/** Whether the identity may write into (-w) or pass through (-x) a folder. */
async function allows(identity: Identity, test: "-w" | "-x", folder: string): Promise<boolean> {
  return (await runAs(identity, "/bin/sh", ["-c", `test ${test} "$1"`, "sh", folder])).code === 0;
}

async function reachableBinaries(
  identity: Identity,
  binaries: Binaries,
  stateDir: string,
  onProgress: (message: string) => void,
): Promise<Binaries> {
  if (await runs(identity, binaries)) return binaries;
  const copy = { ...binaries, root: join(stateDir, `postgres-${binaries.version}`) };
  if (await runs(identity, copy)) return copy;
  onProgress(`Copying PostgreSQL's programs to ${copy.root}, where that user can reach them.`);
  await makeStateDir(stateDir);
  const unfinished = await mkdtemp(join(stateDir, "copy-"));
  await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
  await changeOwner(unfinished, identity);
  await rm(copy.root, { recursive: true, force: true });
  await rename(unfinished, copy.root);
  return copy;
}

async function reachableCluster(
  identity: Identity,
  dataDir: string,
  stateDir: string,
  onProgress: (message: string) => void,
): Promise<string> {
  const cluster = await clusterPath(dataDir);
  if (await allows(identity, "-x", dirname(cluster))) return cluster;
  // If only the data directory itself is closed, give the identity's group access to it, so that the data can stay there.
  await chown(dataDir, process.getuid?.() ?? 0, identity.owner?.gid ?? 0);
  await chmod(dataDir, 0o710);
  if (await allows(identity, "-x", dirname(cluster))) return cluster;
  if (await isPresent(cluster)) {
    throw new EmbeddedPostgresError(
      "data_dir_unusable",
      `PostgreSQL now runs ${identity.label}, and that user cannot reach the database in ${cluster}: ` +
        "move the data directory below a path that everyone may enter and name it in DATA_DIR.",
    );
  }
  await makeStateDir(stateDir);
  const home = await mkdtemp(join(stateDir, "cluster-"));
  await chmod(home, 0o711);
  onProgress(`The database lies in ${home}, since that user cannot reach ${dataDir}.`);
  await rm(join(dataDir, "postgres"), { force: true });
  await symlink(join(home, "postgres"), join(dataDir, "postgres"));
  return join(home, "postgres");
}

/** Only root may write to it, so that other users can't place programs or files there. */
async function makeStateDir(stateDir: string): Promise<void> {
  // chmod, since mkdir's mode is subject to the umask.
  if ((await mkdir(stateDir, { recursive: true })) !== undefined) await chmod(stateDir, 0o711);
  const { uid, mode } = await lstat(stateDir);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError("data_dir_unusable", `${stateDir} must belong to root and be writable by root only.`);
  }
}

async function handOver(runtime: Runtime): Promise<Runtime> {
  const { cluster, identity } = runtime;
  if ((await isPresent(cluster)) && (await lstat(cluster)).uid !== identity.owner?.uid) await changeOwner(cluster, identity);
  return runtime;
}

/** Changes the folder itself last, so that an interrupted change is noticed and repeated. */
async function changeOwner(folder: string, { owner }: Identity): Promise<void> {
  if (owner === undefined) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), owner.uid, owner.gid);
  await lchown(folder, owner.uid, owner.gid);
}

async function isPresent(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
