import { existsSync } from "node:fs";
import { cp, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { locateBinaries } from "@lampstand/embedded-postgres";
import { z } from "zod";
import buildOnly from "./package/build-only.json" with { type: "json" };
import { installedFor, lockfile } from "./package/installed-packages.ts";

// `npm run package -- --to FOLDER [--without-node] [--without-postgres]` (docs/decisions/071-package.md): the built site, the server's sources and the packages that it
// needs, in a folder that runs by itself: for an image of a container, or to be copied to a machine.

const USAGE = "Usage: npm run package -- --to FOLDER [--without-node] [--without-postgres]";
const ROOT = join(import.meta.dirname, "..");
const SOURCES = [
  "build/client",
  "build/client-csp.json",
  "server",
  "shared",
  "packages",
  "supabase/migrations",
  "LICENSE",
  "NOTICE",
  ".env.example",
];
const EMBEDDED_POSTGRES = "@embedded-postgres/";
/** For operators; each runs beside the server. */
const COMMANDS = ["admin", "backup", "check-config", "doctor", "move-out", "restore", "sermons"];
const COMMAND_FILES = [...COMMANDS, "healthy", "installation", "install-voice", "connect", "voice"];

const manifest = z.looseObject({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

/** Tests and their helpers. */
const isTest = (path: string): boolean => /\.test\.tsx?$|\/conformance(\/|$)|\/tsconfig\.json$/.test(path);
/**
 * Of a package, by the path within it: what serves its developers, editors and debuggers alone. Licences stay. Node.js runs no TypeScript from
 * node_modules.
 */
const isForDevelopers = (path: string): boolean =>
  /^(tests?|__tests__|docs?|benchmarks?|examples?)$|\.(map|[cm]?ts|flow)$/.test(path) ||
  (/\.(md|markdown)$/i.test(path) && !/licen[cs]e|notice|copying/i.test(basename(path)));
/** The heaviest copies of the same code in forms that are not imported here, and Node's headers for compiling add-ons; 50 MB. */
const isUnused = (path: string): boolean =>
  /\/(bible-passage-reference-parser\/(js|cjs)|docx\/dist\/[^/]+\.(cjs|iife\.js)|pdfkit\/\.yarn|node-[^/]+\/include)$/.test(path);

async function copyPackages(target: string, paths: ReadonlySet<string>): Promise<number> {
  let count = 0;
  for (const path of [...paths].toSorted()) {
    const source = join(ROOT, path);
    // Packages of other systems and processors are in the lockfile alone.
    if (!existsSync(source)) continue;
    count++;
    const place = join(target, path);
    await mkdir(dirname(place), { recursive: true });
    if ((await lstat(source)).isSymbolicLink())
      await symlink(relative(dirname(place), join(target, "packages", basename(path))), place);
    else
      await cp(source, place, {
        recursive: true,
        // Without this, links to a file beside them would lead back to the installation.
        verbatimSymlinks: true,
        // Packages below it are copied by themselves.
        filter: (file) => {
          const path = relative(source, file);
          return !path.split("/").includes("node_modules") && !isForDevelopers(path) && !isUnused(file);
        },
      });
  }
  return count;
}

/** node_modules/.bin/node, by which services start the program, where Node.js comes along. */
async function linkNode(target: string, paths: ReadonlySet<string>): Promise<void> {
  const node = [...paths].find(
    (path) => /^node_modules\/node-(bin-)?(linux|darwin)-/.test(path) && existsSync(join(target, path)),
  );
  if (!node) return;
  await mkdir(join(target, "node_modules/.bin"), { recursive: true });
  await symlink(join("..", relative("node_modules", node), "bin/node"), join(target, "node_modules/.bin/node"));
}

async function makePackage(target: string, without: (name: string) => boolean): Promise<string> {
  if (!existsSync(join(ROOT, "build/client-csp.json"))) throw new Error("The web app is not built: run `npm run build` first.");
  if (existsSync(target) && (await readdir(target)).length > 0) {
    if (!existsSync(join(target, "server/supervise.ts"))) throw new Error(`${target} is not empty, and no package.`);
    await rm(target, { recursive: true });
  }
  const read = manifest.parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  const kept = (group: Record<string, string>) =>
    Object.fromEntries(Object.entries(group).filter(([name]) => !buildOnly.includes(name) && !without(name)));
  const [dependencies, optionalDependencies] = [kept(read.dependencies), kept(read.optionalDependencies)];
  const paths = installedFor(lockfile.parse(JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"))), [
    ...Object.keys(dependencies),
    ...Object.keys(optionalDependencies),
  ]);

  for (const path of [...SOURCES, ...COMMAND_FILES.map((name) => `scripts/${name}`)]) {
    const name = existsSync(join(ROOT, path)) ? path : `${path}.ts`;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await cp(join(ROOT, name), join(target, name), {
      recursive: true,
      filter: (file) => !isTest(file) && !file.includes("/node_modules/"),
    });
  }
  const scripts = ["serve", "voice:install", ...COMMANDS].map((name) => [name, read.scripts[name]]);
  await writeFile(
    join(target, "package.json"),
    `${JSON.stringify(
      {
        ...read,
        workspaces: undefined,
        overrides: undefined,
        allowScripts: undefined,
        scripts: Object.fromEntries(scripts),
        dependencies,
        // The version that `voice:install` fetches.
        devDependencies: { "onnxruntime-node": read.devDependencies["onnxruntime-node"] },
        optionalDependencies,
      },
      null,
      2,
    )}\n`,
  );
  // Its first start makes the links of its libraries, and where the package runs nothing can be written.
  if (!without(EMBEDDED_POSTGRES)) await locateBinaries();
  const count = await copyPackages(target, paths);
  await linkNode(target, paths);
  return `${target}: the program, its built site and ${count} packages. Run it there: npm run serve`;
}

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    "without-node": { type: "boolean", default: false },
    "without-postgres": { type: "boolean", default: false },
  },
});
try {
  if (!values.to) throw new Error(USAGE);
  const without = (name: string): boolean =>
    (values["without-node"] && /^node-(bin-)?(linux|darwin|win)-/.test(name)) ||
    (values["without-postgres"] && name.startsWith(EMBEDDED_POSTGRES));
  console.log(await makePackage(resolve(values.to), without));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
