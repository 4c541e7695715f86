// Order matters: Edge and Opera also say Chrome, and Chrome also says Safari.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (list: [RegExp, string][], text: string): string | undefined => list.find(([pattern]) => pattern.test(text))?.[1];

/** A readable device name from a user agent ("Firefox on Windows"), made of the words above only; null if unknown. */
export function parseDevice(userAgent: string | null): string | null {
  const browser = find(BROWSERS, userAgent ?? "");
  const system = find(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

export const deviceName = (userAgent: string | null): string => parseDevice(userAgent) ?? "Unknown device";
