"use strict";
// What the machine must bring, and what to say when it does not. Runs before anything is installed, on Node 12 too: ES2018 only.

const OLDEST_NODE = 20;

/** Why this Node.js cannot start the project, or undefined if it can. `version` is process.version. */
function refuseNode(version) {
  if (parseInt(version.slice(1), 10) >= OLDEST_NODE) return undefined;
  return (
    `Node.js ${version} is installed, and this needs Node.js ${OLDEST_NODE} or newer.\n` +
    "Install a current one from https://nodejs.org/en/download or with a version manager (nvm install --lts), then try again."
  );
}

/**
 * The Node.js that the project pins for a machine: `{package, version, path}`, the path relative to the project.
 * undefined where none is pinned. `manifest` is the parsed package.json.
 */
function pinnedNode(manifest, platform, arch) {
  const system = platform === "win32" ? "win" : platform;
  const names = [`node-${system}-${arch}`, `node-bin-${system}-${arch}`];
  const name = names.find((candidate) => candidate in manifest.optionalDependencies);
  if (name === undefined) return undefined;
  const path = `node_modules/${name}/bin/node${platform === "win32" ? ".exe" : ""}`;
  return { package: name, version: manifest.optionalDependencies[name], path };
}

const CAUSES = [
  [/ENOSPC|no space left/i, (root) => `The disk that holds ${root} is full.`],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/,
    () => "The package registry cannot be reached. Check the network (and a proxy's settings in .npmrc), then try again.",
  ],
  // On a read-only file system Node's recursive mkdir says ENOENT.
  [
    /EROFS|EACCES|EPERM|ENOENT: no such file or directory, mkdir/,
    (root) => `${root} cannot be written by this user. Make it writable, or work in a copy of your own.`,
  ],
  [
    /EUSAGE|can only install packages when/,
    () => "package.json and package-lock.json disagree. Run npm install, then try again.",
  ],
  [/ETARGET|E404/, () => "The package registry lacks a package that is needed. If it is a mirror, it may be behind."],
  [/EINTEGRITY/, () => "A downloaded package is damaged or changed. Run npm cache verify, then try again."],
];

/** A sentence for the cause that an error's text or npm's output names, or undefined; `root` is the project's folder. */
function explainFailure(said, root) {
  const cause = CAUSES.find((entry) => entry[0].test(said));
  return cause === undefined ? undefined : cause[1](root);
}

/** A sentence for a pinned Node.js that is missing or does not run after the installation. */
function explainMissingNode(pinned, platform, arch, libc) {
  if (pinned === undefined) return `There is no Node.js package for ${platform} on ${arch}: this cannot run here.`;
  if (libc === "musl") {
    return "Node.js and PostgreSQL come as packages for glibc, and this system uses musl (as Alpine does). Use a Debian-based image, such as node:22-bookworm-slim.";
  }
  return `The package ${pinned.package} (Node.js ${pinned.version}) is missing or does not run. Run npm ci --ignore-scripts --include=optional, then try again.`;
}

module.exports = { refuseNode, pinnedNode, explainFailure, explainMissingNode };
