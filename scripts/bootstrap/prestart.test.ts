import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
  installStamp: (root: string, kind: { development: boolean }) => string;
  isInstalled: (root: string, kind: { development: boolean }) => boolean;
  buildStamp: (root: string) => string;
  isBuilt: (root: string) => boolean;
};

const PRODUCTION = { development: false };
const DEVELOPMENT = { development: true };

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

test.each(["v20.0.0", "v26.10.0", "v30.1.0"])("Node.js %s is accepted", (version) => {
  expect(refuseNode(version)).toBeUndefined();
});

test("every supported platform has a pinned Node.js, and others get an error that names them", async () => {
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

test("an unknown failure is not explained", () => {
  expect(explainFailure("npm error something else", "/project")).toBeUndefined();
});

const lockfile = (version: string): string =>
  JSON.stringify({
    packages: {
      "": {},
      "node_modules/zod": { version },
      "node_modules/vitest": { version: "5.1.0", dev: true },
      "node_modules/other-system": { version: "1.0.0", optional: true },
    },
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

  /** What npm writes after an installation of these packages. */
  const installedByNpm = (...names: ("zod" | "vitest")[]): Promise<void> => {
    const versions = { zod: "4.6.7", vitest: "5.1.0" };
    const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: versions[name] }]));
    return write("node_modules/.package-lock.json", JSON.stringify({ packages }));
  };

  test.each([PRODUCTION, DEVELOPMENT])("without packages is not installed (%o)", (kind) => {
    expect(isInstalled(root, kind)).toBe(false);
  });

  test.each([PRODUCTION, DEVELOPMENT])("is installed after our installation, until the lockfile changes (%o)", async (kind) => {
    await write("node_modules/.lampstand-stamp", installStamp(root, kind));
    expect(isInstalled(root, kind)).toBe(true);
    await write("package-lock.json", lockfile("4.6.8"));
    expect(isInstalled(root, kind)).toBe(false);
  });

  test.each([PRODUCTION, DEVELOPMENT])("is not installed with packages from another system (%o)", async (kind) => {
    await write("node_modules/.lampstand-stamp", installStamp(root, kind).replace(process.arch, "mips"));
    expect(isInstalled(root, kind)).toBe(false);
  });

  test("with the development packages has what production needs, but not the other way round", async () => {
    await write("node_modules/.lampstand-stamp", installStamp(root, DEVELOPMENT));
    expect(isInstalled(root, PRODUCTION)).toBe(true);
    await write("node_modules/.lampstand-stamp", installStamp(root, PRODUCTION));
    expect(isInstalled(root, DEVELOPMENT)).toBe(false);
  });

  test("is installed after npm ci by hand, but not by npm ci for another lockfile", async () => {
    await installedByNpm("zod", "vitest");
    expect(isInstalled(root, PRODUCTION)).toBe(true);
    expect(isInstalled(root, DEVELOPMENT)).toBe(true);
    await write("package-lock.json", lockfile("4.6.8"));
    expect(isInstalled(root, PRODUCTION)).toBe(false);
    expect(isInstalled(root, DEVELOPMENT)).toBe(false);
  });

  test("is installed for production alone after npm ci --omit=dev by hand", async () => {
    await installedByNpm("zod");
    expect(isInstalled(root, PRODUCTION)).toBe(true);
    expect(isInstalled(root, DEVELOPMENT)).toBe(false);
  });

  test("is installed for production alone while the development packages are being added", async () => {
    await write("node_modules/.lampstand-stamp", installStamp(root, PRODUCTION));
    await installedByNpm("zod", "vitest");
    await write("node_modules/.lampstand-adding", "");
    expect(isInstalled(root, PRODUCTION)).toBe(true);
    expect(isInstalled(root, DEVELOPMENT)).toBe(false);
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

  describe.skipIf(process.platform === "win32")("with packages that npm can install offline", () => {
    const nodeName = `node-${process.platform}-${process.arch}`;
    const script = "node -e \"require('fs').writeFileSync(process.env.INIT_CWD + '/ran', '')\"";
    const has = (name: string): boolean => existsSync(join(root, name));
    const prestart = (...args: string[]) =>
      spawnSync(process.execPath, ["scripts/bootstrap/prestart.cjs", ...args], { cwd: root, encoding: "utf8" });

    /** Packs a package whose installation script, were it run, would leave the file `ran`. */
    const pack = async (name: string, files: Record<string, string>): Promise<void> => {
      const manifest = { name, version: "1.0.0", bin: "bin/node", scripts: { install: script } };
      await write("package/package.json", JSON.stringify(manifest));
      for (const [file, content] of Object.entries(files)) {
        await write(`package/${file}`, content);
        await chmod(join(root, "package", file), 0o755);
      }
      spawnSync("tar", ["-czf", `${name}.tgz`, "package"], { cwd: root });
      await rm(join(root, "package"), { recursive: true });
    };
    beforeEach(async () => {
      await cp(FOLDER, join(root, "scripts/bootstrap"), { recursive: true });
      await pack(nodeName, { "bin/node": "#!/bin/sh\necho v1.0.0\n", "include/node.h": "" });
      await pack("test-runner", { "run.js": "" });
      const optionalDependencies = { [nodeName]: "1.0.0" };
      const resolved = { [nodeName]: `file:${nodeName}.tgz` };
      const devDependencies = { "test-runner": "file:test-runner.tgz" };
      const build = "node -e \"require('fs').mkdirSync('build/client', { recursive: true })\"";
      await write("package.json", JSON.stringify({ scripts: { build }, optionalDependencies, devDependencies }));
      const entry = { version: "1.0.0", hasInstallScript: true };
      const packages = {
        "": { optionalDependencies, devDependencies },
        [`node_modules/${nodeName}`]: { ...entry, resolved: resolved[nodeName], optional: true },
        "node_modules/test-runner": { ...entry, resolved: "file:test-runner.tgz", dev: true },
      };
      await write("package-lock.json", JSON.stringify({ lockfileVersion: 3, packages }));
    });

    test("is installed without the development packages, which the tests then add to what is there", async () => {
      expect(prestart()).toMatchObject({ status: 0, stderr: "" });
      expect(has(`node_modules/${nodeName}/bin/node`)).toBe(true);
      expect(has(`node_modules/${nodeName}/include`)).toBe(false);
      expect(has("node_modules/test-runner")).toBe(false);
      expect(prestart().stdout).toBe("");

      // A running server may be using what is there: it is left in place.
      await write(`node_modules/${nodeName}/in-use`, "");
      const lock = await readFile(join(root, "package-lock.json"), "utf8");
      expect(prestart("--development")).toMatchObject({ status: 0, stderr: "" });
      expect(has("node_modules/test-runner/run.js")).toBe(true);
      expect(has(`node_modules/${nodeName}/in-use`)).toBe(true);
      expect(await readFile(join(root, "package-lock.json"), "utf8")).toBe(lock);
      expect(prestart("--development").stdout).toBe("");

      expect(prestart()).toMatchObject({ status: 0, stdout: "" });
      expect(has("node_modules/test-runner/run.js")).toBe(true);
    });

    test("is installed anew for the tests after an interrupted addition, and can be started meanwhile", async () => {
      prestart();
      await write("node_modules/.lampstand-adding", "");
      await write("node_modules/test-runner/package.json", JSON.stringify({ name: "test-runner", version: "1.0.0" }));
      expect(prestart().stdout).toBe("");
      expect(prestart("--development").status).toBe(0);
      expect(has("node_modules/test-runner/run.js")).toBe(true);
      expect(has("node_modules/.lampstand-adding")).toBe(false);
    });

    test("keeps its production install when the development packages cannot be fetched", async () => {
      prestart();
      await rm(join(root, "test-runner.tgz"));
      expect(prestart("--development").status).toBe(1);
      expect(prestart()).toMatchObject({ status: 0, stdout: "" });
      expect(has("node_modules/.lampstand-adding")).toBe(false);
    });

    test("is installed anew after an installation that was interrupted", async () => {
      prestart();
      await rm(join(root, "node_modules/.lampstand-stamp"));
      await rm(join(root, "node_modules/.package-lock.json"));
      await write(`node_modules/${nodeName}/left-over`, "");
      expect(prestart().status).toBe(0);
      expect(has(`node_modules/${nodeName}/left-over`)).toBe(false);
    });

    test.each([[], ["--development"]])(
      "is installed without running a package's script, whatever npm would allow (%s)",
      (...args) => {
        expect(prestart(...args).status).toBe(0);
        expect(has(`node_modules/${nodeName}/package.json`)).toBe(true);
        expect(has("ran")).toBe(false);
      },
    );
  });

  test("with nothing to do is left alone, silently", async () => {
    await cp(FOLDER, join(root, "scripts/bootstrap"), { recursive: true });
    const packages = { [`node-${process.platform}-${process.arch}`]: "26.10.0" };
    await write("package.json", JSON.stringify({ optionalDependencies: packages }));
    for (const name of Object.keys(packages))
      await write(`node_modules/${name}/bin/node${process.platform === "win32" ? ".exe" : ""}`, "");
    await write("node_modules/.lampstand-stamp", installStamp(root, PRODUCTION));
    await write("build/client/index.html", "page");
    await write("build/.stamp", buildStamp(root));
    const run = spawnSync(process.execPath, ["scripts/bootstrap/prestart.cjs"], { cwd: root, encoding: "utf8" });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});
