import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { LaunchOptions } from "@playwright/test";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--autoplay-policy=no-user-gesture-required",
];
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A browser for tests and measurements without a download: CHROME_PATH, then the system's, then the one that an npm package carries (x86-64 Linux). */
export async function browserPath(): Promise<LaunchOptions> {
  const given = process.env["CHROME_PATH"];
  if (given) return { executablePath: given, args: ARGS };
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const installed = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE].find((path) =>
    existsSync(path),
  );
  if (installed) return { executablePath: installed, args: ARGS };
  if (process.platform === "linux" && process.arch === "x64") {
    // Makes the package bring its own libraries on a bare system.
    process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs22.x";
    const { default: chromium } = await import("@sparticuz/chromium");
    return { executablePath: await chromium.executablePath(), args: ARGS };
  }
  throw new Error("No browser was found. Install Chromium or Chrome, or set CHROME_PATH to one.");
}
