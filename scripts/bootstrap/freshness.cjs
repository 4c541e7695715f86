"use strict";
// Whether the installed packages and the build are up to date with the sources. Runs on Node 12 too: ES2018 only.

const { createHash } = require("crypto");
const { existsSync, readFileSync, readdirSync } = require("fs");
const { join } = require("path");

const INSTALL_STAMP = "node_modules/.lampstand-stamp";
/** What npm writes when an installation is complete. */
const INSTALLED_LOCKFILE = "node_modules/.package-lock.json";
const ADDING_MARK = "node_modules/.lampstand-adding";
const BUILD_STAMP = "build/.stamp";

/** Everything that the web build reads. */
const BUILD_INPUTS = [
  "web",
  "shared",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/build-web.ts",
  "scripts/draw-public.ts",
  "scripts/draw-stock.ts",
  "scripts/sample-sermon.ts",
  "scripts/sample-sermon-plugin.ts",
  // The build makes pictures and the landing page's sample sermon with these.
  "server/vendors/image",
  "server/vendors/voice",
  "server/vendors/writer",
  "server/scripture",
  "server/safety",
  "server/themes",
  "server/hearing",
  "server/speech",
  "packages/semaphore",
  "packages/supabase-server/device-name.ts",
  "packages/supabase-server/email-address.ts",
  "package-lock.json",
];

const read = (root, name) => (existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : undefined);

/** "glibc" or "musl" on Linux, else an empty string. */
function libcOf(platform) {
  if (platform !== "linux") return "";
  return readdirSync("/lib").some((name) => name.startsWith("ld-musl-")) ? "musl" : "glibc";
}

/**
 * Identifies an installation: packages hold programs for one system, processor and C library. One for production lacks
 * what only development and tests need.
 */
function installStamp(root, { development }) {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const parts = [lockfile, process.platform, process.arch, libcOf(process.platform), development ? "" : "production"];
  return parts.filter(Boolean).join(" ");
}

/**
 * Whether node_modules matches the lockfile: by our stamp, or because someone ran `npm ci` by hand.
 * An installation with the development packages passes for one of production.
 */
function isInstalled(root, { development }) {
  if (development && isAdding(root)) return false;
  const stamp = read(root, INSTALL_STAMP);
  if (stamp === undefined) return matchesLockfile(root, development);
  return stamp === installStamp(root, { development: true }) || (!development && stamp === installStamp(root, { development }));
}

/** Compares with npm's lockfile of what it installed, which lacks packages for other systems. */
function matchesLockfile(root, development) {
  const installed = read(root, INSTALLED_LOCKFILE);
  if (installed === undefined) return false;
  const present = JSON.parse(installed).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.keys(wanted).every((path) => {
    const { version, dev, optional, devOptional } = wanted[path];
    if (path === "" || (dev && !development)) return true;
    if (present[path] === undefined) return Boolean(optional || devOptional);
    return present[path].version === version;
  });
}

/** Whether adding the development packages to a production install was interrupted. */
const isAdding = (root) => existsSync(join(root, ADDING_MARK));

/** Identifies a build: the names and contents of its inputs, without tests. */
function buildStamp(root) {
  const hash = createHash("sha256");
  const add = (name) => {
    const path = join(root, name);
    let entries;
    try {
      // oxlint-disable-next-line unicorn/no-array-sort -- toSorted came with Node 20; this must run on older ones.
      entries = readdirSync(path).sort();
    } catch (error) {
      if (error.code === "ENOENT") return;
      if (error.code !== "ENOTDIR") throw error;
      hash.update(`${name}\0`).update(createHash("sha256").update(readFileSync(path)).digest());
      return;
    }
    for (const entry of entries) if (!/\.test\.tsx?$/.test(entry)) add(`${name}/${entry}`);
  };
  BUILD_INPUTS.forEach(add);
  return hash.digest("hex");
}

const isBuilt = (root) => existsSync(join(root, "build/client")) && read(root, BUILD_STAMP) === buildStamp(root);

module.exports = {
  INSTALL_STAMP,
  INSTALLED_LOCKFILE,
  ADDING_MARK,
  BUILD_STAMP,
  libcOf,
  installStamp,
  isInstalled,
  isAdding,
  buildStamp,
  isBuilt,
};
