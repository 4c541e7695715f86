import { z } from "zod";

const entry = z.object({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});
export const lockfile = z.object({ packages: z.record(z.string(), entry) });
type Lockfile = z.infer<typeof lockfile>;

/** Where `name` is installed for whoever is at `from`, as Node looks for it. */
function locate(packages: Lockfile["packages"], from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/", at.length - 1) - 1))) {
    const candidate = `${at && `${at}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (at === "" || !at.includes("node_modules/")) return at === "" ? undefined : locate(packages, "", name);
  }
}

/**
 * The folders of node_modules that `names` need, themselves included, by the lockfile: what they depend on, what they may have, and what they want
 * beside them. Left out is what they would use only if it happened to be there, such as a compiler.
 */
export function installedFor({ packages }: Lockfile, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, wanted: readonly string[]): void => {
    for (const name of wanted) {
      const path = locate(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      const { link, resolved } = packages[path] ?? {};
      // A package of this repository: its own entry says what it needs.
      const place = link && resolved ? resolved : path;
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place] ?? entry.parse({});
      const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
      visit(place, [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
    }
  };
  visit("", names);
  return found;
}
