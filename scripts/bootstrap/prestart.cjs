"use strict";
// Installs and builds what is missing or stale, before `npm start` and, with --development, before `npm test` and `npm run dev`
// (--no-build: that one needs no build). Does nothing when all is fresh. docs/decisions/030 has the two kinds of install.
// It must parse on the Node.js of an old system (ES2018), so that it can say what is needed.

const { spawn, spawnSync } = require("child_process");
const { existsSync, readFileSync, rmSync, writeFileSync } = require("fs");
const { dirname, join } = require("path");
const { createInterface } = require("readline");
const {
  ADDING_MARK,
  BUILD_STAMP,
  INSTALLED_LOCKFILE,
  INSTALL_STAMP,
  buildStamp,
  installStamp,
  isAdding,
  isBuilt,
  isInstalled,
  libcOf,
} = require("./freshness.cjs");
const { explainFailure, explainMissingNode, pinnedNode, refuseNode } = require("./requirements.cjs");

const ROOT = dirname(dirname(__dirname));
const PROGRESS_EVERY_MS = 5000;
const DEVELOPMENT = process.argv.includes("--development");

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

const remove = (name) => rmSync(join(ROOT, name), { recursive: true, force: true });
const say = (message) => process.stdout.write(`${message}\n`);
const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs npm as it was started: by its own file, under the Node.js that ran it. The pinned one, which may be running this
 * script, is about to be replaced. `onLine` gets each line that npm writes. Resolves to whether npm succeeded.
 */
function npm(args, onLine) {
  const file = process.env.npm_execpath;
  const known = file !== undefined && /npm-cli\.c?js$/.test(file);
  const command = known ? process.env.npm_node_execpath || process.execPath : "npm";
  return new Promise((resolve) => {
    const child = spawn(command, known ? [file].concat(args) : args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      shell: !known && process.platform === "win32",
    });
    createInterface({ input: child.stdout }).on("line", onLine);
    createInterface({ input: child.stderr }).on("line", onLine);
    // Ctrl-C reaches npm by itself; a signal to us alone would leave it working in the background.
    process.once("SIGTERM", () => {
      child.kill();
      process.exit(1);
    });
    child.on("error", (error) => {
      onLine(error.message);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

/** Prints the elapsed time and `state()` every five seconds until `step` resolves; resolves to its result and duration. */
async function withProgress(step, state) {
  const start = Date.now();
  const timer = setInterval(() => say(`  ${secondsSince(start)} ${state()}`), PROGRESS_EVERY_MS);
  const result = await step;
  clearInterval(timer);
  return { result, took: secondsSince(start) };
}

/**
 * The npm command for this install. Development packages are added to a finished production install, which a running
 * server may be using. Anything else starts from an empty node_modules, since npm takes a half-written package for a whole one.
 */
function beginInstall(pinned) {
  if (DEVELOPMENT && !isAdding(ROOT) && isInstalled(ROOT, { development: false }) && runs(pinned)) {
    writeFileSync(join(ROOT, ADDING_MARK), "");
    return ["install", "--no-save"];
  }
  // Removed first, so that an interrupted installation does not count as the one before it.
  [INSTALL_STAMP, INSTALLED_LOCKFILE, ADDING_MARK].forEach(remove);
  return ["ci"];
}

async function install(pinned) {
  const command = beginInstall(pinned);
  const what = DEVELOPMENT ? "packages, with those for development," : "packages";
  say(`Installing ${what} from the registry (the first time, or they changed). This takes a minute or so.`);
  const said = [];
  let fetched = 0;
  const onLine = (line) => {
    if (/^npm http fetch GET 200 \S+\.tgz /.test(line)) fetched += 1;
    // Warnings concern the system's Node.js, which the pinned one replaces.
    if (!/^npm (http|warn)/i.test(line)) said.push(line);
  };
  // Explicit, whatever NODE_ENV or an npm setting says. Node.js itself is an optional package.
  const kinds = ["--include=optional", DEVELOPMENT ? "--include=dev" : "--omit=dev"];
  // No package needs its install scripts, and npm before 11 does not know "allowScripts" in package.json.
  const scripts = ["--ignore-scripts"];
  // npm would wait up to a minute between attempts, more than two in all, before it says that there is no network.
  const network = ["--prefer-offline", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=10000"];
  const output = ["--no-audit", "--no-fund", "--no-color", "--loglevel=http"];
  const { result, took } = await withProgress(npm(command.concat(kinds, scripts, network, output), onLine), () =>
    fetched === 0 ? "asking the registry" : `${fetched} packages fetched`,
  );
  // If npm failed, it has rolled back the addition.
  remove(ADDING_MARK);
  if (!result) {
    const reason = said.join("\n");
    fail(`${reason}\n\n${explainFailure(reason, ROOT) || "npm could not install the packages."}`);
  }
  if (!runs(pinned)) fail(explainMissingNode(pinned, process.platform, process.arch, libcOf(process.platform)));
  // 67 MB of headers for compiling native add-ons, which nothing here does.
  remove(join(dirname(dirname(pinned.path)), "include"));
  writeFileSync(join(ROOT, INSTALL_STAMP), installStamp(ROOT, { development: DEVELOPMENT }));
  say(`Installed the packages in ${took}.`);
}

function runs(pinned) {
  const { stdout } = spawnSync(join(ROOT, pinned.path), ["--version"], { encoding: "utf8" });
  return stdout !== null && stdout.trim() === `v${pinned.version}`;
}

async function build() {
  say("Building the web app (the first time, or it changed).");
  const stamp = buildStamp(ROOT);
  // Removed first, so that an interrupted build does not count as the one before it.
  remove(BUILD_STAMP);
  const said = [];
  const { result, took } = await withProgress(
    npm(["run", "build", "--loglevel=error"], (line) => said.push(line)),
    () => "building",
  );
  if (!result) fail(`${said.join("\n")}\n\nThe web app could not be built; the reason is above.`);
  writeFileSync(join(ROOT, BUILD_STAMP), stamp);
  say(`Built the web app in ${took}.`);
}

async function prepare() {
  const refusal = refuseNode(process.version);
  if (refusal !== undefined) fail(refusal);
  const pinned = pinnedNode(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")), process.platform, process.arch);
  if (pinned === undefined) fail(explainMissingNode(pinned, process.platform, process.arch));
  if (!isInstalled(ROOT, { development: DEVELOPMENT }) || !existsSync(join(ROOT, pinned.path))) await install(pinned);
  if (!process.argv.includes("--no-build") && !isBuilt(ROOT)) await build();
}

prepare().catch((error) => fail(explainFailure(error.message, ROOT) || error.message));
