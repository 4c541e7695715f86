import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { RUNTIME } from "../../server/config/voice-folder.ts";
import { VoiceInstallError } from "./fetch-file.ts";

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) });

/** The version that the tests run with. */
async function runtimeVersion(): Promise<string> {
  const { devDependencies } = manifest.parse(JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8")));
  const version = devDependencies[RUNTIME];
  if (!version) throw new Error(`package.json does not name ${RUNTIME}`);
  return version;
}

/** Installs ONNX Runtime into `dir` by npm, without running its scripts: they would fetch programs for graphics cards. */
export async function installRuntime(dir: string, say: (line: string) => void): Promise<void> {
  const wanted = `${RUNTIME}@${await runtimeVersion()}`;
  say(`Fetching ${wanted} from the npm registry (MIT licence, about 115 MB, 290 MB on the disk) ...`);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "package.json"), '{ "private": true }\n');
  const npm = process.env["npm_execpath"];
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", wanted];
  const [command, given] = npm ? [process.env["npm_node_execpath"] ?? process.execPath, [npm, ...args]] : ["npm", args];
  const code = await new Promise((resolve) => {
    spawn(command, given, { cwd: dir, stdio: ["ignore", "ignore", "inherit"], shell: !npm && process.platform === "win32" })
      .on("error", () => resolve(1))
      .on("close", resolve);
  });
  if (code !== 0) throw new VoiceInstallError(`npm could not install ${wanted} into ${dir}.`);
}
