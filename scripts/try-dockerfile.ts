/**
 * `npm run try:dockerfile`: runs the Dockerfile's steps one by one where no image can be built: each stage in an empty folder of its own,
 * on the tracked files that .dockerignore leaves, and at last the program as an unprivileged user in a folder that it may not write, until its health check
 * passes. Needs root, Linux, npm's registry or cache, and a Node.js of the version of the image. It shows that the steps fit together, not that the image does.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..");
/** Of the image's user `node`. */
const USER = 1000;
/** The other one needs a database. */
const TARGET = "embedded";

interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  health: string[];
  command: string[];
}

const place = mkdtempSync(join(tmpdir(), "lampstand-dockerfile-"));
chmodSync(place, 0o755);
const stages = new Map<string, Stage>();
const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n").filter(Boolean);
const isIgnored = (file: string): boolean =>
  ignored.some((pattern) =>
    pattern.startsWith("*") ? file.endsWith(pattern.slice(1)) : file === pattern || file.startsWith(`${pattern}/`),
  );

/** The tracked files, as `docker build` would send them. */
function context(): string {
  const folder = join(place, "context");
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 }).trim().split("\n");
  for (const file of files.filter((name) => !isIgnored(name) && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  return folder;
}

const inside = ({ root, workdir }: Stage, path: string): string => join(root, resolve(workdir, path));
/** Paths of the image that a step or a setting names, as they are here. */
const mapped = (stage: Stage, text: string): string => text.replaceAll(/(^|\s)\/(data|build|srv)\b/g, `$1${stage.root}/$2`);

function copy(stage: Stage, args: string[], sent: string): void {
  const from = /^--from=(.+)$/.exec(args[0] ?? "")?.[1];
  const source = from ? stages.get(from) : undefined;
  const paths = args.slice(from ? 1 : 0);
  const target = inside(stage, paths.pop() ?? "");
  for (const path of paths) {
    const file = source ? inside(source, path) : join(sent, path);
    const isFolder = existsSync(file) && !path.endsWith(".json") && !basename(path).startsWith(".npmrc");
    mkdirSync(target, { recursive: true });
    cpSync(file, isFolder ? target : join(target, basename(path)), { recursive: true, verbatimSymlinks: true });
  }
}

function run(stage: Stage, step: string): void {
  // The image's user has another number here.
  const line = mapped(stage, step).replaceAll("-o node -g node", `-o ${USER} -g ${USER}`);
  const { status } = spawnSync("bash", ["-euc", line], {
    cwd: inside(stage, "."),
    env: { ...process.env, ...stage.env },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`the step failed: ${step}`);
}

function build(sent: string): void {
  let stage: Stage | undefined;
  const steps = readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  for (const line of steps) {
    const [instruction = "", ...args] = line.trim().split(/\s+/);
    const rest = line.trim().slice(instruction.length + 1);
    console.log(`\n${line}`);
    if (instruction === "FROM") {
      const base = stages.get(args[0] ?? "");
      stage = {
        root: join(place, args[2] ?? ""),
        workdir: "/",
        env: {},
        health: [],
        command: [],
        ...(base && structuredClone(base)),
      };
      stage.root = join(place, args[2] ?? "");
      mkdirSync(stage.root, { recursive: true });
      if (base) cpSync(base.root, stage.root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      stages.set(args[2] ?? "", stage);
      if (base && existsSync(join(stage.root, "data"))) execFileSync("chown", [`${USER}:${USER}`, join(stage.root, "data")]);
    }
    if (!stage) continue;
    if (instruction === "WORKDIR") mkdirSync(join(stage.root, (stage.workdir = rest)), { recursive: true });
    if (instruction === "COPY") copy(stage, args, sent);
    if (instruction === "RUN") run(stage, rest);
    if (instruction === "ENV") for (const pair of args) stage.env[pair.split("=")[0] ?? ""] = pair.slice(pair.indexOf("=") + 1);
    if (instruction === "CMD") stage.command = JSON.parse(rest) as string[];
    if (instruction === "HEALTHCHECK") stage.health = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
  }
}

async function serve(stage: Stage): Promise<void> {
  const program = join(stage.root, stage.workdir);
  const settings = {
    PORT: "13987",
    PUBLIC_URL: "http://localhost:13987",
    PAYMENTS_SANDBOX: "allow",
    PAYMENTS_SANDBOX_PORT: "13988",
  };
  const given = Object.fromEntries(Object.entries(stage.env).map(([name, value]) => [name, mapped(stage, value)]));
  const env = {
    PATH: process.env["PATH"],
    ...given,
    ...settings,
    NODE_COMPILE_CACHE: join(place, "compiled"),
    HOST: "127.0.0.1",
  };
  const options = { cwd: program, env, uid: USER, gid: USER };
  if (spawnSync("touch", ["written"], options).status === 0) throw new Error("the program's folder can be written");
  const [command = "", ...args] = stage.command;
  const running = spawn(command, args, { ...options, stdio: "inherit" });
  const isHealthy = (): boolean => spawnSync(stage.health[0] ?? "", stage.health.slice(1), options).status === 0;
  for (const end = Date.now() + 120_000; running.exitCode === null && Date.now() < end && !isHealthy();) await pause(500);
  if (!isHealthy()) throw new Error("the health check does not pass");
  running.kill("SIGTERM");
  const [code] = (await once(running, "exit")) as [number | null];
  if (code !== 0) throw new Error(`SIGTERM ended the program with ${code}`);
  const size = execFileSync("du", ["-sm", "--apparent-size", program], { encoding: "utf8" });
  console.log(`\nThe steps work: ${Number.parseInt(size, 10)} MB of the program. Healthy, and ended in order.`);
}

try {
  build(context());
  const stage = stages.get(TARGET);
  if (!stage) throw new Error(`there is no stage ${TARGET}`);
  await serve(stage);
} finally {
  rmSync(place, { recursive: true, force: true });
}
