import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "acorn";
import { beforeEach, describe, expect, test } from "vitest";

const FOLDER = import.meta.dirname;
const require = createRequire(import.meta.url);
const { refuseNode, pinnedNode, explainFailure, explainMissingNode } = require("./requirements.cjs") as {
  refuseNode: (version: string) => string | undefined;
  pinnedNode: (
    manifest: object,
    platform: string,
    arch: string,
  ) => { package: string; version: string; path: string } | undefined;
  explainFailure: (said: string, root: string) => string | undefined;
  explainMissingNode: (pinned: object | undefined, platform: string, arch: string, libc?: string) => string;
};
const { installStamp, isInstalled, buildStamp, isBuilt } = require("./freshness.cjs") as {
  installStamp: (root: string) => string;
  isInstalled: (root: string) => boolean;
  buildStamp: (root: string) => string;
  isBuilt: (root: string) => boolean;
};

test.each(["prestart.cjs", "freshness.cjs", "requirements.cjs"])(
  "%s parses on an old Node.js and needs nothing installed",
  async (name) => {
    const source = await readFile(join(FOLDER, name), "utf8");
    parse(source, { ecmaVersion: 2018, sourceType: "script" });
    const required = [...source.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
    // Node 12 knows no node: prefix.
    expect(
      required.filter((id) => !["crypto", "fs", "path", "child_process", "readline"].includes(id) && !id.startsWith("./")),
    ).toEqual([]);
  },
);

test.each(["v12.22.12", "v18.20.4", "v19.9.0"])(
  "Node.js %s is refused with both versions and where to get another",
  (version) => {
    expect(refuseNode(version)).toMatch(new RegExp(`${version} is installed.*needs Node.js 20 or newer[^]*nodejs.org`));
  },
);

test.each(["v20.0.0", "v26.10.0", "v30.1.0"])("Node.js %s is welcome", (version) => {
  expect(refuseNode(version)).toBeUndefined();
});

test("every supported machine has a pinned Node.js, others are told so", async () => {
  const manifest = JSON.parse(await readFile(join(FOLDER, "../../package.json"), "utf8")) as object;
  for (const machine of ["linux x64", "linux arm64", "darwin x64", "darwin arm64", "win32 x64"]) {
    const [platform = "", arch = ""] = machine.split(" ");
    expect(pinnedNode(manifest, platform, arch)?.version).toBe("26.10.0");
  }
  expect(pinnedNode(manifest, "linux", "ia32")).toBeUndefined();
  expect(explainMissingNode(undefined, "linux", "ia32")).toContain("linux on ia32");
  expect(explainMissingNode(pinnedNode(manifest, "linux", "x64"), "linux", "x64", "musl")).toContain("glibc");
});

test.each([
  ["npm error code ENOTFOUND\nnpm error request to https://registry failed", "network"],
  ["npm error code EROFS", "cannot be written"],
  ["npm error enoent ENOENT: no such file or directory, mkdir '/project/node_modules'", "cannot be written"],
  ["npm error code EACCES", "cannot be written"],
  ["npm error code ENOSPC", "full"],
  ["npm error code EUSAGE", "disagree"],
])("%j is explained", (said, words) => {
  expect(explainFailure(said, "/project")).toContain(words);
});

test("an unknown failure is left to npm's own words", () => {
  expect(explainFailure("npm error something else", "/project")).toBeUndefined();
});

const lockfile = (version: string): string =>
  JSON.stringify({
    packages: { "": {}, "node_modules/zod": { version }, "node_modules/other-system": { version: "1.0.0", optional: true } },
  });

describe("a project folder", () => {
  let root: string;
  const write = async (name: string, content: string): Promise<void> => {
    await mkdir(join(root, name, ".."), { recursive: true });
    await writeFile(join(root, name), content);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "prestart-"));
    await write("package-lock.json", lockfile("4.6.7"));
    return () => rm(root, { recursive: true });
  });

  test("without packages is not installed", () => {
    expect(isInstalled(root)).toBe(false);
  });

  test("is installed after our installation, until the lockfile changes", async () => {
    await write("node_modules/.lampstand-stamp", installStamp(root));
    expect(isInstalled(root)).toBe(true);
    await write("package-lock.json", lockfile("4.6.8"));
    expect(isInstalled(root)).toBe(false);
  });

  test("is not installed with packages from another system", async () => {
    await write("node_modules/.lampstand-stamp", installStamp(root).replace(process.arch, "mips"));
    expect(isInstalled(root)).toBe(false);
  });

  test("is installed after npm ci by hand, but not by npm ci for another lockfile", async () => {
    await write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version: "4.6.7" } } }));
    expect(isInstalled(root)).toBe(true);
    await write("package-lock.json", lockfile("4.6.8"));
    expect(isInstalled(root)).toBe(false);
  });

  test("with a finished build is built until a source, its name or the configuration changes; tests do not count", async () => {
    await write("web/root.tsx", "one");
    await write("build/.stamp", buildStamp(root));
    expect(isBuilt(root)).toBe(false);
    await write("build/client/index.html", "page");
    expect(isBuilt(root)).toBe(true);
    await write("web/root.test.tsx", "test");
    expect(isBuilt(root)).toBe(true);
    for (const [name, before] of [
      ["web/root.tsx", "one"],
      ["vite.config.ts", ""],
      ["shared/brand.ts", ""],
    ] as const) {
      await write(name, "changed");
      expect({ name, built: isBuilt(root) }).toEqual({ name, built: false });
      if (before === "") await rm(join(root, name));
      else await write(name, before);
      expect({ name, built: isBuilt(root) }).toEqual({ name, built: true });
    }
  });

  test("is installed without running the script of any package, whatever npm would allow", async () => {
    await cp(FOLDER, join(root, "scripts/bootstrap"), { recursive: true });
    const name = `node-${process.platform}-${process.arch}`;
    const script = "node -e \"require('fs').writeFileSync(process.env.INIT_CWD + '/ran', '')\"";
    await write("package/package.json", JSON.stringify({ name, version: "1.0.0", scripts: { install: script } }));
    spawnSync("tar", ["-czf", "package.tgz", "package"], { cwd: root });
    const optionalDependencies = { [name]: "file:package.tgz" };
    await write("package.json", JSON.stringify({ optionalDependencies }));
    const entry = { version: "1.0.0", resolved: "file:package.tgz", optional: true, hasInstallScript: true };
    const packages = { "": { optionalDependencies }, [`node_modules/${name}`]: entry };
    await write("package-lock.json", JSON.stringify({ lockfileVersion: 3, packages }));
    spawnSync(process.execPath, ["scripts/bootstrap/prestart.cjs"], { cwd: root });
    expect(existsSync(join(root, "node_modules", name, "package.json"))).toBe(true);
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("with nothing to do is left alone, silently", async () => {
    await cp(FOLDER, join(root, "scripts/bootstrap"), { recursive: true });
    const packages = { [`node-${process.platform}-${process.arch}`]: "26.10.0" };
    await write("package.json", JSON.stringify({ optionalDependencies: packages }));
    for (const name of Object.keys(packages))
      await write(`node_modules/${name}/bin/node${process.platform === "win32" ? ".exe" : ""}`, "");
    await write("node_modules/.lampstand-stamp", installStamp(root));
    await write("build/client/index.html", "page");
    await write("build/.stamp", buildStamp(root));
    const run = spawnSync(process.execPath, ["scripts/bootstrap/prestart.cjs"], { cwd: root, encoding: "utf8" });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});
