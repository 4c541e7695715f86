import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera on Windows"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15", "Safari on Mac"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148", "Firefox on iPhone"],
  ["curl/8.9.1", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%s is called %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
